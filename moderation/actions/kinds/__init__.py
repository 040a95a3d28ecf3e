"""The actions of staff, one file for each. Adding one changes no other file."""
