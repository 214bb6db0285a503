"""Captures of paper pages as text, in the layouts in which they come."""
