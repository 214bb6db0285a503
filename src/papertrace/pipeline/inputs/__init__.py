"""What a run reads: files of any kind, folders, terms, papers kept on disk."""
