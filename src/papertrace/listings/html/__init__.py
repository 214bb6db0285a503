"""Saved HTML pages: of one paper, or listing many."""
