"""Turns environment variables into settings, which `settings.py` gathers.

Nothing here raises for a missing or malformed value. The settings must load before `mastery_site.checks` can report it.
"""
