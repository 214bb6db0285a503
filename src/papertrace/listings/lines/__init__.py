"""From the bytes of a file to the lines of a listing."""
