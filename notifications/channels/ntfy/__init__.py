"""ntfy: a topic on ntfy.sh, or on the player's own server."""
