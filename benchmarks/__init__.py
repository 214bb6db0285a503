"""Measurements, run by hand; a package, since other distributions install a folder of this name."""
