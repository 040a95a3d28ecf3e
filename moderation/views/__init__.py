"""The pages of moderation, for players and for staff."""
