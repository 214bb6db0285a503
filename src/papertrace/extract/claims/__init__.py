"""The claim of an entry about its code."""
