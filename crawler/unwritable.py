"""What a crawl was asked to write and cannot: no room, no permission, nobody to read it."""


class UnwritableError(Exception):
    """Something cannot be written; the message says what and why."""
