"""Sites measured side by side by worker processes that may die."""
