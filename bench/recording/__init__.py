"""A site's exchanges with the web, kept as WARC files while it is measured."""
