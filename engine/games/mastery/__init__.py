"""Mastery, by S. John Ross: two set-ups, two versions of the rules."""
