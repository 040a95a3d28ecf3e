"""A file for each action of staff. Adding one changes no other file."""
