"""Which mailbox an address leads to, which addresses lead to nobody, and how the text of an email is laid out."""
