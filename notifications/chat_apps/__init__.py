"""What channels to chat apps have in common: how they are connected, how a message is sent, and the page for this."""
