"""A lending library of several branches."""
