"""A clinic: its own models, credentials and actions."""
