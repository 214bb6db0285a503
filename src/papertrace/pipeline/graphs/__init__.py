"""Papers to a graph and its files."""
