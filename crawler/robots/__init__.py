"""robots.txt: its lines, its rules, what it decides, and when it is read."""
