"""Brings a file's sites onto this machine: Debian packages and applications, in their versions."""
