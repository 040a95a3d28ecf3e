"""Chooses the channels of a notice: not those that the reader switched off, and others in place of broken ones."""
