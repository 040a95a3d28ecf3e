"""The sentences of the project's own pages, whole and with named arguments. Each subject has a file."""
