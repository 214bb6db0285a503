"""Candidates of a corpus, judged: which are concepts, and which a paper keeps."""
