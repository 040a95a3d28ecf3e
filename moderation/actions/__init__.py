"""What staff may do to a person or a game. Each action has a file in `kinds/`."""
