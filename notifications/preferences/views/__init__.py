"""The pages on which a reader chooses."""
