"""Pages of replies."""
