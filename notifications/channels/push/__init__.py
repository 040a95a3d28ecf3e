"""Push messages to the browsers that a reader has registered."""
