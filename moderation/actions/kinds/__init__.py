"""A file for each action of staff; whoever adds one changes no other file."""
