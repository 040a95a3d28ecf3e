"""What notices tell about standing challenges and ladders."""

from core.words import Sentence

# --- A game was found; {who} is the opponent ------------------------------------------------------------------------
FOUND = Sentence("found", "A game against {who} has been found for you")
ACCEPTED = Sentence("accepted", "{who} accepted your standing challenge")
CHALLENGED = Sentence("challenged", "{who} challenged you on the ladder")
WHY_PAIRED = Sentence("why_paired", "Your standing challenge and {who}’s fit each other, so the game has started.")
WHY_ACCEPTED = Sentence("why_accepted", "{who} accepted your standing challenge, so the game has started.")
WHY_CHALLENGED = Sentence("why_challenged", "{who} challenged you on the {ruleset} ladder, so the game has started.")
LADDER_TERMS = Sentence("ladder_terms", "No pauses, no cancelling, no takebacks")

# --- Standing challenges are paused ---------------------------------------------------------------------------------
PAUSED = Sentence(
    "paused", "A standing challenge of yours is paused", "{n} standing challenges of yours are paused", "n"
)
WHY_PAUSED = {
    "vacation": Sentence("on_vacation", "You’re on vacation."),
    "restricted": Sentence("kept_out", "You can’t start games with others just now."),
    "unseen": Sentence("unseen", "You haven’t been here for 14 days."),
    "absent": Sentence("absent", "You lost a game on time, and hadn’t been here since it began."),
}
"""The sentences by the reason of the pause (`StandingChallenge.Paused`)."""
UNTIL = {
    "vacation": Sentence(
        "until_back",
        "It opens again by itself when your vacation is over.",
        "They open again by themselves when your vacation is over.",
        "n",
    ),
    "restricted": Sentence(
        "until_allowed",
        "It opens again by itself once you can again.",
        "They open again by themselves once you can again.",
        "n",
    ),
    "unseen": Sentence(
        "until_seen",
        "It opens again by itself at your next visit.",
        "They open again by themselves at your next visit.",
        "n",
    ),
    "absent": Sentence(
        "until_here",
        "It opens again by itself at your next visit.",
        "They open again by themselves at your next visit.",
        "n",
    ),
}
GAMES_GO_ON = Sentence(
    "games_go_on", "Until then no new games start from it.", "Until then no new games start from them.", "n"
)

# --- A place on the ladder ------------------------------------------------------------------------------------------
LEFT = Sentence("left", "You left the {ruleset} ladder")
WHY_LEFT = {
    "lost_on_time": Sentence("lost_on_time", "You lost a ladder game on time."),
    "unseen": Sentence("unseen_on_ladder", "You played no ladder game for 60 days, and haven’t been here for 30."),
    "suspended": Sentence("suspended", "Your account is suspended."),
    "closed": Sentence("closed", "You asked us to close your account."),
}
"""The sentences by the reason for leaving (`Leaving`)."""
LOST_TO = Sentence("lost_to", "You lost game {number} against {who} on time.")
REJOIN_FROM = Sentence("rejoin_from", "You can join again, at the bottom, from {day} on.")
REJOIN = Sentence("rejoin", "You can join again at the bottom whenever you like.")
REJOIN_AFTER = Sentence("rejoin_after", "Once the suspension is over you can join again at the bottom.")
ROSE = Sentence("rose", "You rose from place {before} to place {after} on the {ruleset} ladder")
FELL = Sentence("fell", "You fell from place {before} to place {after} on the {ruleset} ladder")
WHY_ROSE = Sentence("why_rose", "You won game {number} against {who}, and took their place.")
WHY_FELL = Sentence("why_fell", "{who} won game {number} against a player above you, and took their place.")
WHY_RESTORED = Sentence("why_restored", "Our staff undid the end of game {number}, which had moved you down.")
WHY_FELL_MYSELF = Sentence("why_fell_myself", "{who} won game {number} against you, and took your place.")

# --- A place that staff have set ---------------------------------------------------------------------------------
PLACE_SET = Sentence("place_set", "Our staff have set your place on the {ruleset} ladder: {before} → {place}")
PLACE_GIVEN = Sentence("place_given", "Our staff have put you on the {ruleset} ladder, at place {place}")
PLACE_TAKEN = Sentence("place_taken", "Our staff have taken you off the {ruleset} ladder; you were at place {before}")
PLACE_OF_OTHER = Sentence(
    "place_of_other",
    "Our staff have put {name} at place {place} of the {ruleset} ladder, and you are at place {mine} now",
)
LADDER_PLACED = Sentence("ladder_placed", "Our staff have set a place on a ladder")
