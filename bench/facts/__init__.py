"""What the parts of a run wrote down, as the judge holds it: frozen values, no behaviour."""
