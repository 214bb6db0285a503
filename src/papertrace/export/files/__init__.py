"""The graph in file formats that other programs read."""
