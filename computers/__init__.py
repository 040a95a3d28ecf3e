"""Opponents that are always there: accounts that play by themselves, and the thinking they do."""
