"""When each host may be asked, and by which worker."""
