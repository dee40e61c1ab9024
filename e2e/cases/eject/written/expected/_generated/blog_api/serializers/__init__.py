"""From mapped instances to response bodies."""
