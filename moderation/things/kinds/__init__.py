"""The kinds of thing that can be reported, a file for each. Adding one changes no other file."""
