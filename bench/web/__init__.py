"""The web that the bench serves itself: a loopback forward proxy and the origins behind it."""
