"""The sentences of this app that kinds of notice share, whole and with named arguments. Each subject has a file."""
