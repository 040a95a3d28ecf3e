"""Thin views: they get a tree of the reader's own, or one that is shared, and draw a page."""
