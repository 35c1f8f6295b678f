"""A real browser, two levels, a truth out."""
