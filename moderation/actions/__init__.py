"""What staff may do to a person or a game: a file of `kinds/` for each."""
