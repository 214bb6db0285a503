"""Parsers for the fields that formats have in common: titles, people, dates, identifiers, addresses."""
