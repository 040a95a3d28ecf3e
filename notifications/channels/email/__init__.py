"""Email: one connection a run, bounces, and the mailbox of a site without a mail server."""
