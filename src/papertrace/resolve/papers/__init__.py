"""Entries that stand for one paper, merged into it."""
