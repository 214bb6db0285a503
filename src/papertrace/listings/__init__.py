"""Readers that parse listings of papers in many formats into entries with their source spans."""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.listings.formats import READERS, Reader
    from papertrace.listings.reading import read_listing, walk_listings
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.listings.formats": "READERS Reader",
            "papertrace.listings.reading": "read_listing walk_listings",
        },
    )[0]

__all__ = ["READERS", "Reader", "read_listing", "walk_listings"]
