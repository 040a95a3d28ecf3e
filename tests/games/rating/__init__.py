"""Ratings: which games count, and what they change."""
