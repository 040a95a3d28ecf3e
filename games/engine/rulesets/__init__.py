"""One file a game; none imports another. `games.engine.registry` finds them by themselves."""
