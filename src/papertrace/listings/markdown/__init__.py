"""Lists of papers in Markdown: awesome-lists and their tables."""
