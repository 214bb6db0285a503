"""The graph as a still picture."""
