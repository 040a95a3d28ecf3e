"""Keeping the site fair: what players report, and what staff answer."""
