"""A theatre: seats, whose numbers are unique within a hall only."""
