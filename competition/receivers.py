"""Connects what competition hears of games and accounts."""
