"""Many spellings to one paper and one concept."""
