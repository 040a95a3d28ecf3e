"""What can be reported. Each kind of thing has a file in `kinds/`."""
