"""Exact counts over a corpus of any size, from parts that are counted apart and merged in any order."""
