"""Select concepts from the candidates of a corpus, and those that each paper keeps."""
