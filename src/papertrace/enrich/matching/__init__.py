"""Which works that services describe are the papers of a listing, by our own comparison."""
