"""Tests of the inventory as it is served."""
