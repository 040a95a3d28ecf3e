"""Matrix: a room, and the access token of an account that writes there."""
