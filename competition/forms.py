"""The forms of standing challenges."""
