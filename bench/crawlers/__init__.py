"""Other crawlers, and ours beside them, as commands: started, bounded, measured, read."""
