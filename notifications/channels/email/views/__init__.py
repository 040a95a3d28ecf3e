"""The pages of the email channel."""
