"""Turn papers into a graph: edges with evidence, a backbone, named communities and map coordinates."""
