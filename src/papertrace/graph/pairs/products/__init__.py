"""Sums over what pairs of papers share, as products of sparse matrices."""
