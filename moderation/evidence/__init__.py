"""What staff see of how somebody plays: their games, the time of their turns, and the accounts that may be theirs."""
