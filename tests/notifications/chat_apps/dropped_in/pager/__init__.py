"""A chat app that no other file of the site knows."""
