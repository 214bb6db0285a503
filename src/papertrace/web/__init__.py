"""The web client that all stages share: rate-limited, restricted to public addresses, recordable."""
