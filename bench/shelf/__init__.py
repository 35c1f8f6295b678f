"""Truths on a shelf: frozen once, kept small, and judged against for as long as the site stays."""
