"""Renders figures that are already counted; nothing here counts."""
