"""The tables of competition in the administration."""
