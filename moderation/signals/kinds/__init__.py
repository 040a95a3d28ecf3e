"""The signals, one file for each. Adding one changes no other file."""
