"""Feeds of the games that wait for a reader, as RSS and as a calendar, at a secret address."""
