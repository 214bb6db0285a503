"""The data of a large page, compressed: records as columns, texts as codes of words, bytes as characters."""
