"""What a crawl found, frozen, written and read again."""
