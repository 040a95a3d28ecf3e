"""A channel that no other file of the site knows."""
