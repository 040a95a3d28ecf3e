"""What staff see of how a person plays: their games, the time of their turns, and accounts that may also be theirs."""
