"""What `benches.ladder` measured of each game, for the pages of its rules: a file a game, a row a level."""
