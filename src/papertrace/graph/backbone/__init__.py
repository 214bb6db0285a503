"""The edges worth keeping."""
