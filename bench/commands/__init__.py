"""The verbs of the command line, a module each: read what was typed, call the one job, print."""
