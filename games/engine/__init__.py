"""The rules of the games, in pure Python: no Django, no clock, no third-party package."""
