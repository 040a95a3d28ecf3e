"""Thin views: they get a tree of the reader's own, or a shared one, and draw a page."""
