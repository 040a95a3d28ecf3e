"""Pages of the channel email."""
