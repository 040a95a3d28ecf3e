"""Positions as pictures for everybody: SVG and PNG of a size, a side and a theme, and games as animations."""
