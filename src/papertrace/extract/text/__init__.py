"""Words, acronyms and sentences of a text."""
