"""Forms that were sent twice, or after the session had ended."""
