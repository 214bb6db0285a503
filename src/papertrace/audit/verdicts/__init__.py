"""From observations to outcomes."""
