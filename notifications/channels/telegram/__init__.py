"""Telegram: the bot of the site's owner, to which a player writes."""
