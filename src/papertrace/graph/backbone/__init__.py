"""Backbone extraction: which edges of a weighted graph to keep."""
