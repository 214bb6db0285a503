"""Addresses in a text: found, repaired, and sorted by what they lead to."""
