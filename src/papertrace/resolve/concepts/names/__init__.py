"""The names of concepts: spellings of one term, their common identity, long forms of acronyms, and labels."""
