"""Sentences about records."""
