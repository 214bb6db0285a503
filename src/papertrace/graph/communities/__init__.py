"""Groups of papers: found, compared and named."""
