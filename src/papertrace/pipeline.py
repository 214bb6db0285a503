"""The order of the stages; nothing else knows it."""
