"""A warehouse: its own models, users and actions."""
