"""Support for several firms: customers, agents and admins."""
