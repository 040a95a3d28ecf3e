"""Each file of this package is an examination."""
