"""The command lines: one module a command."""
