"""What is generated, a package a version."""
