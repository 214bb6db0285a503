"""What one text may be about, before a corpus decides."""
