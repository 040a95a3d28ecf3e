"""The sentences of this app, whole and with named arguments; a file a subject."""
