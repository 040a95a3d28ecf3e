"""The kinds of thing that can be reported, a file for each; whoever adds one changes no other file."""
