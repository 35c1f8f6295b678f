"""What an address is: how it reads, what it is the same as, whether it belongs."""
