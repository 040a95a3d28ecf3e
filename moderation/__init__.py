"""Moderation: what players report, and what staff do and answer."""
