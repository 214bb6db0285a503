"""Candidate concepts of single texts, before the corpus decides among them."""
