"""`papertrace audit`."""
