"""Choosing a face: a figure, or a picture that somebody uploads. What a face looks like is in `accounts/profile/`."""
