"""What pages of games and players show of standing challenges and ladders."""
