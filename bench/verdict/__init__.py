"""The judge: pure; from stored facts to causes, regressions and scores."""
