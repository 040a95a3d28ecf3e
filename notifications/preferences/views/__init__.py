"""The pages where a reader makes these choices."""
