"""The databases and their sessions."""
