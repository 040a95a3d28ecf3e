"""Discord: a webhook of a channel on a server of one's own."""
