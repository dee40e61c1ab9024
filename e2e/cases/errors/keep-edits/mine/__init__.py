"""My own package."""
