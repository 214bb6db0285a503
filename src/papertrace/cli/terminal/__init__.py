"""What a command shows and returns: help, messages, progress, colours, results, exit statuses."""
