"""From sightings and what became of their addresses to a truth."""
