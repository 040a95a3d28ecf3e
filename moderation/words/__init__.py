"""The sentences of this app, whole and with named arguments. Each subject has a file."""
