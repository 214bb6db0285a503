"""Readers that parse listings of papers in many formats into entries with their source spans."""

from papertrace.listings.formats import READERS, Reader
from papertrace.listings.reading import read_listing, walk_listings

__all__ = ["READERS", "Reader", "read_listing", "walk_listings"]
