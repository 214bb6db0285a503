"""Resolve many spellings to one paper and one concept."""
