"""Feeds of the games that wait for a reader, as RSS and as a calendar, under a secret address."""
