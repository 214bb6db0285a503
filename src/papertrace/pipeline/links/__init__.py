"""Links of papers and documents: collected, audited, mended, reported."""
