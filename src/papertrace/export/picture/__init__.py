"""The graph as a static picture."""
