"""Sitemaps and feeds: which are read, and what they say."""
