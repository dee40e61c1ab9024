"""Tests of the runtime, on a real PostgreSQL."""
