"""Email: one connection per run, bounces, and the mailbox of a site without a mail server."""
