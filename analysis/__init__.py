"""What players think by themselves: boards to analyse games on, and private notes. It reads games and changes none."""
