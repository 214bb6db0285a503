"""Saved HTML: the page of one paper, and pages that list many."""
