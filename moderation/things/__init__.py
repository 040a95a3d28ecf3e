"""What can be reported: a file of `kinds/` for each kind of thing."""
