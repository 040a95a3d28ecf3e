"""The tasks of competition that beat sends. Each is one call that may run twice or at once."""
