"""Trace papers to their code, their ideas and one another."""
