"""A file for each examination."""
