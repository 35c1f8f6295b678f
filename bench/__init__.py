"""The harness: runs crawler and oracle on the same sites, judges, explains, reports."""
