"""What the page says of papers, of the pairs that are linked, and of communities."""
