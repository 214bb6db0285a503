"""A graph as a styled `pyvis.network.Network`, and as the file that such a network writes."""
