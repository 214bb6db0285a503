"""Positions and sizes of papers on a map."""
