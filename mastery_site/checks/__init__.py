"""Checks of what the site needs before it starts: its environment variables, its migrations, its static files."""
