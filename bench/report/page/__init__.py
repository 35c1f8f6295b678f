"""The report that people look at: one HTML file that needs no network."""
