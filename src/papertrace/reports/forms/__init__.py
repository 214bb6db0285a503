"""The forms in which an audit is reported, one module each."""
