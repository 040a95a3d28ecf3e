"""What an email answers to an answer."""

from core.words import Sentence

FAULT = Sentence("reply_fault", "Something went wrong on our side, and nothing was done. Please play on the site.")
NOTHING_FOUND = Sentence("reply_nothing_found", "We found no turn in your email. Write it as the first line.")
NOTHING_FOUND_LISTED = Sentence(
    "reply_nothing_found_listed",
    "We found no turn in your email. Write one line for each game, first of all, such as 2: a2-a3. Your games: {link}",
)
LAST = Sentence(
    "reply_last",
    "This is our last answer of this kind until the game goes on. If nothing can be done for your next email either, "
    "we won’t answer it.",
)
NOT_YOURS = Sentence("reply_not_yours", "You don’t play in this game.")
GONE_ON = Sentence("reply_gone_on", "The game has gone on since the email that you answered, so nothing was done.")
LIST_GONE = Sentence(
    "reply_list_gone", "That email is too old to be answered, so nothing was done. Please play on the site."
)
WHICH_GAME = Sentence(
    "reply_which_game",
    "That email was about several games. Say in which you play, by its number there, a line for each game: 2: a2-a3",
)
UNREAD_LINES = Sentence(
    "reply_unread_lines",
    "Not read: {lines}. Begin each line with the number that its game has in the email that you answer.",
)
NAMED_TWICE = Sentence(
    "reply_named_twice",
    "You named this game more than once, with different answers, so nothing was done in it: {lines}. Please write one.",
)
WHICH_TURN = Sentence(
    "reply_which_turn",
    "Your first line alone is a turn, and your first two lines together are another, so nothing was played. Which do "
    "you mean: {one}, or {two}? Please reply with it in one line.",
)
UNPROVEN = Sentence(
    "reply_unproven",
    "Nothing was done yet: your mail provider didn’t prove that the mail came from you. Confirm it on the site.",
)
RESIGN_SURE = Sentence(
    "reply_resign_sure", "Do you want to resign? Then answer this email with: resign yes. Nothing was done yet."
)
DRAW_STANDS = Sentence("reply_draw_stands", "Your opponent offers a draw already. Please accept or decline.")
NOTHING_OFFERED = Sentence("reply_nothing_offered", "Nothing is offered to you in this game.")
WHICH_OFFER = Sentence("reply_which_offer", "Say which offer you answer: {answers}.")
NOTE_SENT = Sentence("reply_note_sent", "Your message was sent to your opponent, word for word: “{text}”")
TURNS_FROM = Sentence("reply_turns_from", "From {square} you can play: {turns}.")
MANY_TURNS_FROM = Sentence(
    "reply_many_turns_from",
    "From {square} you can play: {turns} and {n} more.",
    "From {square} you can play: {turns} and {n} more.",
    "n",
)
EXAMPLES = Sentence("reply_examples", "You could play, for example: {turns}.")
