"""A shop that serves two versions of its API."""
