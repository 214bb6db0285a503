"""Forms of lists: which place in the entries of a list holds what, decided from all of its entries together."""
