"""MASTER, the dice game."""
