"""A game that tests drop in."""
