"""Which channels a notice goes by: what its reader switched off, and which channels work."""
