"""The sites to measure: sites.yaml, its keys, and where each site is found."""
