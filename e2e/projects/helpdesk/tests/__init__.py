"""Tests of the help desk as it is served."""
