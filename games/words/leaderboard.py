"""What the pages of ratings say."""

from core.words import Sentence

RANKED = Sentence("ranked", "Your rank: {rank} of {ranked}, with a rating of {rating}.")
RANKED_ABOUT = Sentence("ranked_about", "Your rank: about {rank} of {ranked}, with a rating of {rating}.")
PROVISIONAL = Sentence(
    "rank_provisional", "Your rating of {rating} is still provisional: a few more rated games, and it’s established."
)
FEW_OPPONENTS = Sentence(
    "rank_few_opponents",
    "Your rating is {rating}. You’re ranked once {asked} different opponents with an established rating have played "
    "you in rated games of {turns} turns or more; so far one has.",
    "Your rating is {rating}. You’re ranked once {asked} different opponents with an established rating have played "
    "you in rated games of {turns} turns or more; so far {met} have.",
    by="met",
)
IDLE = Sentence("rank_idle", "Your rating is {rating}. Finish a rated game, and you’re ranked again.")
SUSPENDED = Sentence("rank_suspended", "Your rating is {rating}. While you’re suspended, you’re not ranked.")
NO_GAME = Sentence("rank_none", "You haven’t finished a rated game of {ruleset} yet.")

WHY_NOT = {
    "short": Sentence("why_short", "The game ended before both players had moved."),
    "serial": Sentence(
        "why_serial",
        "{name} lost several games on time without visiting the site or playing a turn in between. Only the first of "
        "them counts, for either player. Turns that were planned ahead don’t count as playing.",
    ),
    "early": Sentence(
        "why_early",
        "Somebody resigned before {turns} turns had been played, by both players together. Of such games of the same "
        "kind between the same two players, only the first {early} count.",
    ),
    "no_result": Sentence("why_no_result", "The game was declared void, cancelled or called off."),
    "suspension": Sentence("why_suspension", "The game was lost because {name}’s account was suspended."),
    "staff": Sentence("why_staff", "For example because somebody was helped by a computer."),
    "declined": Sentence(
        "why_declined",
        "{name} won on time and didn’t want the points. The winner can press “Leave out of the ratings” within "
        "{within}, at most {most} times in {counted}. It applies to both players, and for good.",
    ),
}
"""What each reason why a rated game does not count means."""
