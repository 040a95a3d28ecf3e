"""ntfy: a topic on ntfy.sh, or on a server of one’s own."""
