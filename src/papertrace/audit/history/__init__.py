"""The verdicts of earlier runs, stored and compared."""
