"""Signals: what may be worth a look. They are found by numbers and shown with them. The site never acts on them by
itself."""
