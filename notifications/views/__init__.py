"""Pages of the notifications app."""
