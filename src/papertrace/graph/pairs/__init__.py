"""Pairs of papers that share items, as arrays."""
