"""Standing challenges: making them, deciding when they have room, and pairing those that fit."""
