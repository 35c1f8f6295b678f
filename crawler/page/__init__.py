"""A document: its text, its tree, what it looks like, and what it cites."""
