"""A file for each signal; whoever adds one changes no other file."""
