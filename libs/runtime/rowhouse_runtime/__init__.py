"""What generated routes call.

The generator copies this package beside the code that uses it, so both are always of
one version. Modules import each other relatively for that reason.
"""
