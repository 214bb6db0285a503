"""The graph as one interactive HTML page."""
