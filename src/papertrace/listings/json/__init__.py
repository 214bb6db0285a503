"""Listings in JSON: the records of known services and of any other."""
