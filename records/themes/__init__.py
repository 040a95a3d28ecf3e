"""By what puzzles win: a theme a file."""
