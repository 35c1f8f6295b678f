"""What a crawl knows, how that changes, and how it is kept."""
