"""What `benches.setups` found out about each set-up of a game, for the pages of its rules: a file a game."""
