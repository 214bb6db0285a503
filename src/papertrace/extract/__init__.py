"""Entries to what their texts say: links, candidates of concepts, names, mentions, claims; pure functions."""
