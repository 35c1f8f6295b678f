"""The way to the web, and the one place that knows the HTTP client."""

from crawler.wire.transport.session import open_transport

__all__ = ["open_transport"]
