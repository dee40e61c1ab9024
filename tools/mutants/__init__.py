"""Breaks generated projects and the runtime, one change at a time, against their own tests."""
