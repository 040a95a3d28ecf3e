"""Private work of players: boards to analyse games on, and notes. It reads games and changes none."""
