"""The shop of the benchmark."""
