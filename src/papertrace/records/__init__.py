"""Keyed records, whatever their notation: names with values, the facts that the names mean, and how values are read.

`names.toml` says which names mean which fact, by notation and by service; `reading` makes an entry of a row.
"""
