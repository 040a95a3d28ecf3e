"""The status page: what works and what does not, which outages there were, and how players were compensated."""

from core.words import Sentence

# Each part of the site: its name, and what it means to a player if the part works and if it does not.

DATABASE = Sentence("status_database", "Games")
DATABASE_WELL = Sentence("status_database_well", "Turns can be played.")
DATABASE_NOT = Sentence("status_database_not", "The database does not answer.")
PAGES = Sentence("status_pages", "Pages")
PAGES_WELL = Sentence("status_pages_well", "They answer whoever asks.")
PAGES_NOT = Sentence("status_pages_not", "They did not answer when they were last asked.")
SWEEP = Sentence("status_sweep", "Clocks")
SWEEP_WELL = Sentence("status_sweep_well", "Games whose time has run out end within two minutes.")
SWEEP_NOT = Sentence("status_sweep_not", "Nobody looks at the clocks just now.")
NOTICES = Sentence("status_notices", "Notifications")
NOTICES_WELL = Sentence("status_notices_well", "Emails and the rest go out in time.")
NOTICES_NOT = Sentence("status_notices_not", "Emails and the rest are late.")
MAIL = Sentence("status_mail", "Mail server")
MAIL_WELL = Sentence("status_mail_well", "The mail server is accepting our emails.")
MAIL_NOT = Sentence("status_mail_not", "The mail server isn’t accepting our emails.")
REPLIES = Sentence("status_replies", "Replies by email")
REPLIES_WELL = Sentence("status_replies_well", "Turns that you send by email are played as they come in.")
REPLIES_NOT = Sentence("status_replies_not", "Replies are delayed. Please play on the site.")
BROKER = Sentence("status_broker", "Background work")
BROKER_WELL = Sentence("status_broker_well", "It is done as it comes.")
BROKER_NOT = Sentence("status_broker_not", "It is held up, so notifications may be late.")
NOT_HEARD_OF = Sentence("status_not_heard_of", "We wait for its first sign.")

# What was done after an outage.

MOVING = Sentence("outage_moving", "Deadlines are being moved. Until that is done nobody loses on time.")
NONE_TOUCHED = Sentence("outage_none_touched", "No running clock was touched.")
MAIL_GIVEN = Sentence(
    "outage_mail_given",
    "{games:,} game due that day: up to {least} more.",
    "{games:,} games due that day: up to {least} more.",
    "games",
)
GIVEN = Sentence("outage_given", "{games:,} game: {length} more.", "{games:,} games: {length} more.", "games")
GIVEN_AT_LEAST = Sentence(
    "outage_given_at_least",
    "{games:,} game: {length} more, or up to {least} where time was about to run out.",
    "{games:,} games: {length} more, or up to {least} where time was about to run out.",
    "games",
)
