"""The words and phrases of papers, and how similar their texts are by them."""
