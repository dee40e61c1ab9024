"""The generated API."""
