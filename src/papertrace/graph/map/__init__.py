"""Coordinates and sizes of papers on a map."""
