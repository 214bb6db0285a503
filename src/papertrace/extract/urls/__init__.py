"""Addresses in a text: finding and repairing them, and classifying what they lead to."""
