"""Discord: a webhook of a channel on the player's own server."""
