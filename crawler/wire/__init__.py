"""The way to the web: one request with all that may go wrong, kept polite and bounded."""
