"""Listings in JSON: the records of known services, and those of unknown ones."""
