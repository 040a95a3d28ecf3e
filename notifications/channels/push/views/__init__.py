"""The pages of the push channel."""
