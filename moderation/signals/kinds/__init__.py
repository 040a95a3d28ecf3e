"""A file for each signal. Adding one changes no other file."""
