"""Closing an account, and the copy of one’s own data."""
