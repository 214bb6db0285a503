"""Excludes this folder from collection: `make fuzz` runs it."""

collect_ignore_glob = ["*.py"]
