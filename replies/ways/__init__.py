"""The ways by which mails come in; each hands them to `replies.receiving`."""
