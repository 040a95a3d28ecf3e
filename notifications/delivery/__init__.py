"""The outbox at work: it claims rows, sends them and marks them as sent."""
