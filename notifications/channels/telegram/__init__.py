"""Telegram: the owner's bot, which a player writes to."""
