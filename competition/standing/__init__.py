"""Standing challenges: making them, when they have room, and pairing those that fit."""
