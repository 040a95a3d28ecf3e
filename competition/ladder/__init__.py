"""The ladder: who stands on it, who may challenge whom, and what an end moves."""
