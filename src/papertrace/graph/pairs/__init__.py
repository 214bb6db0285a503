"""Pairs of papers with something in common, as arrays."""
