"""Pages of the channel push."""
