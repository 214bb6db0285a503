"""The layouts in which a Markdown document prints papers, one module for each."""
