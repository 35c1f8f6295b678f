"""Static discovery: HTTP in, an inventory out. Never a browser, never a guess without a check."""

__version__ = "0.1.0"
