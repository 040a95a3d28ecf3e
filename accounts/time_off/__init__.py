"""Vacation: booked ahead, or used automatically."""
