"""The layers of the graph: one module for each kind of edge."""
