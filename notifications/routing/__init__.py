"""Which channels a notice is sent by: not those that its reader switched off, and others in place of broken ones."""
