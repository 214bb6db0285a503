"""Captures of paper pages as text, one reader per layout."""
