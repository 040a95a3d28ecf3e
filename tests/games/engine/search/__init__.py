"""The search and the computer's levels, beside plain searches that share with them the rules and the evaluation."""
