"""The search and the computer's levels, beside plain searches that share nothing with them but the rules."""
