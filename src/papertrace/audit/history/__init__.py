"""The verdicts of earlier runs, kept and compared."""
