"""How often anything may be done, and the one function that enforces it."""
