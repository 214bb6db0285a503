"""Communities of papers: detection, stability and names."""
