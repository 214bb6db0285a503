"""A list of papers as a folder of pages and files that any static host serves."""
