"""What the inline text of an item says: its pieces, its title and links, decoration, authors, addresses."""
