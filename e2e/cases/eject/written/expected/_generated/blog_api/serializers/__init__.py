"""Converts model instances to response bodies."""
