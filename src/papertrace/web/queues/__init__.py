"""When each host may be sent a request, and by which worker."""
