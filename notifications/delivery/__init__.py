"""Runs the outbox: claims rows, sends them and marks them as sent."""
