"""An order service."""
