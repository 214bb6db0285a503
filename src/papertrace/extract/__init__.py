"""Extraction of links, candidate concepts, names, mentions and claims from the text of entries; pure functions."""
