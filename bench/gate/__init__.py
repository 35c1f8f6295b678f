"""The gate: what a baseline pins, what a run lost against it, and who is to blame."""
