"""Tests of the two versions as they are served."""
