"""What happens in a crawl, told to whoever listens."""
