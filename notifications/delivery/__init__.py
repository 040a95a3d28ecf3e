"""The outbox at work: rows are written, claimed, sent and marked."""
