"""What an entry says of its code."""
