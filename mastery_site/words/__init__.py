"""The sentences of the project's own pages, whole and with named arguments; a file a subject."""
