"""Listings of papers: a file of one format in, entries with their places out."""

from papertrace.listings.formats import READERS, Reader
from papertrace.listings.reading import read_listing, walk_listings

__all__ = ["READERS", "Reader", "read_listing", "walk_listings"]
