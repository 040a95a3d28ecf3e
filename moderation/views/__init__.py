"""The pages of moderation for players: reports, and the rules that decisions cite."""
