"""Help by staff for people who cannot log in."""
