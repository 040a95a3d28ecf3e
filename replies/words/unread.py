"""What a player is told of a mail for which nothing was done: in an email, and on the page that lists them."""

from core.words import Sentence

# --- In an email ---------------------------------------------------------------------------------------------------
FROM_ANOTHER = Sentence(
    "unread_another",
    "An email to your address for replies came from another address than your account’s, so nothing was done. If you "
    "wrote it, please write from your account’s address.",
)
FORGED = Sentence(
    "unread_forged",
    "An email came in your name, but by what its mail server says, it isn’t from you, so nothing was done. If you "
    "wrote it, please play on the site.",
)
OLD = Sentence(
    "unread_old",
    "An email in your name is older than the one it answers, so nothing was done. If you wrote it just now, please "
    "check the clock of your device.",
)
OLD_ADDRESS = Sentence(
    "unread_token",
    "An email in your name went to an address for replies that is no longer valid, so nothing was done. Please reply "
    "to a newer email, or play on the site.",
)
LARGE = Sentence(
    "unread_large",
    "Your email was too large to read in full, and we found no turn in the part we read. Write it as the first line, "
    "and leave out pictures.",
)
MANY = Sentence(
    "unread_many",
    "More emails came from you than we read in an hour, so nothing was done for the rest. Please play on the site, or "
    "send them again later.",
)
WAITS = Sentence(
    "unread_waits", "More turns came from you than we play in an hour. The rest wait, and are played within the hour."
)
OFF = Sentence(
    "unread_off",
    "You’ve switched off playing by email, so nothing was done. Please play on the site, or switch it on in your "
    "settings.",
)

# --- On the page that lists them -----------------------------------------------------------------------------------
BY_MACHINE = Sentence("unread_by_machine", "It was sent automatically, such as an out-of-office reply.")
CAME_FROM = Sentence("unread_came_from", "It came from another address, at {domain}.")
CAME_FROM_SOMEWHERE = Sentence("unread_came_from_somewhere", "It came from another address.")
WAS_FORGED = Sentence("unread_was_forged", "By what its mail server says, it wasn’t from you.")
WAS_OLD = Sentence("unread_was_old", "It was older than the email it answered.")
WENT_ASTRAY = Sentence("unread_went_astray", "The address that it went to is no longer valid.")
WAS_LARGE = Sentence("unread_was_large", "It was too large, and we found no turn in the part we read.")
WAS_ONE_TOO_MANY = Sentence("unread_was_many", "More came than we read in an hour.")
WAS_OFF = Sentence("unread_was_off", "You had switched off playing by email.")
WAS_REFUSED = Sentence("unread_was_refused", "Nothing could be done. Our answer says why.")
WAS_SILENT = Sentence("unread_was_silent", "Nothing could be done, and the two answers before it had said so.")
