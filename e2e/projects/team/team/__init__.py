"""A team and its notes."""
