"""Feeds: the games that wait for a reader, as RSS and as a calendar, under an address with a secret."""
