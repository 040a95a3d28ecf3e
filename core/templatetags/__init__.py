"""Filters that every template may load."""
