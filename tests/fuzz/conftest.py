"""Nothing here is collected: `make fuzz` runs it."""

collect_ignore_glob = ["*.py"]
