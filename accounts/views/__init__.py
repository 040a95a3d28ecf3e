"""Pages of one's own account, and what one player may do about another."""
