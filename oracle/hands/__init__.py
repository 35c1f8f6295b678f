"""What the oracle does in the browser: it lands, settles, acts as a person would, and gathers."""
