"""What an observation means."""
