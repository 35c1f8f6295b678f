"""What is the same, what is made anew each time, and what only looks alive."""
