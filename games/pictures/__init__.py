"""Boards as pictures: what rasterises them, for emails and for all else that shows a board without SVG."""
