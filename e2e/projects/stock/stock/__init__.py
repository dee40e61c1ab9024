"""A help desk of several firms."""
