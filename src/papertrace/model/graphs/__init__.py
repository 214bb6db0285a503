"""Graphs as values: nodes, edges, columns, colours."""
