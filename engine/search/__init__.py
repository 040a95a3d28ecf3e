"""Finds good turns in any game of the registry, with the standard library alone and without reading a clock."""
