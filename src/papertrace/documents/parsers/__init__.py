"""The parsers of document formats: from located text or bytes to marked links, anchors and passages."""
