"""The names of systems, and the texts that mention them."""
