"""The graph as files that other programs read."""
