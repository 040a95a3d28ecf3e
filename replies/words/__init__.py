"""The sentences of answers by email."""
