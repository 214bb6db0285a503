"""Papers as values: as printed, as extracted, and what is known about them."""
