"""Reading lists of papers in any notation with a model: which part of an entry is its title, and which its authors."""
