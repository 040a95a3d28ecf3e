"""What channels to chat apps have in common: how one is connected, how a message is carried, the page for it."""
