"""The polite, guarded, recordable web client that every stage which asks the web shares."""
