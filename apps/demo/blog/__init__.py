"""The blog's own code: what is stored, who may log in and what can be done."""
