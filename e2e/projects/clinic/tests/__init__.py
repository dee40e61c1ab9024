"""Tests of the clinic as it is served."""
