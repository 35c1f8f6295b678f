"""Whether an address is alive, by a second request stack and then by the browser."""
