"""Grammars of keyed notations: each yields rows of named values, of which `papertrace.records` makes entries."""
