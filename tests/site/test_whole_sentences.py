"""Nothing that people read is put together from pieces: not in modules, not in templates.

Each exception below says why; one that has no reason any more is found, too.
"""

from tests.rows import each_row
from tests.site.whole_sentences import ROOT, find_pieces, list_modules
from tests.site.whole_templates import find_in, list_templates

OPERATORS = "Operators alone read it, in English: on the command line, in logs, in the administration."
KEYS = "Names of keys, files and tasks, which nobody reads."
HEADERS = "A header of a request, which a program reads."
SQL = "Columns of a statement."
SQL_WRITERS = (
    "core/prepared_writes.py",
    "accounts/limiting/spending.py",
    "games/play/outage_credit.py",
    "games/rating/settling.py",
)
MODULES = {
    **dict.fromkeys(("accounts/admin.py", "games/admin/game.py"), OPERATORS),
    **dict.fromkeys(SQL_WRITERS, SQL),
    "accounts/posted/sent_forms.py": KEYS,
    "accounts/signing_in/adapter.py": KEYS,
    "games/guests.py": KEYS,
    "games/play/suspension.py": OPERATORS,
    "core/migrating.py": OPERATORS,
    "engine/words.py": "Forms lists in English, where nothing else forms them.",
    "engine/games/masters/movement.py": "A row of the movement table in words; the table may be put right one day.",
    **dict.fromkeys(
        (
            *("games/lines.py", "games/views/ahead.py", "games/views/practice.py"),
            *("analysis/views/board.py", "records/panels.py", "records/values.py", "records/views/opening.py"),
            "records/views/puzzles.py",
        ),
        "Turns as notation, as the field for turns reads them back.",
    ),
    "analysis/views/describing.py": "Turns as notation.",
    "computers/reviewing.py": "Turns as notation.",
    "replies/ways/imap.py": OPERATORS,
    "replies/ways/written.py": "What a mail program writes of its own.",
    "moderation/ready_messages.py": "Messages to begin with, each of whole sentences; staff then word them themselves.",
    "notifications/channels/email/transport.py": OPERATORS,
    **dict.fromkeys([f"notifications/channels/{app}/channel.py" for app in ("discord", "matrix", "ntfy")], HEADERS),
    "notifications/scheduling/digests.py": KEYS,
    "notifications/routing/channel_health.py": OPERATORS,
}
"""Modules that put texts together, and why."""
FOR_OPERATORS = "mastery_site/"
READ_BY_PEOPLE = ("about.py", "context.py", "csrf_failure.py", "malformed.py", "messages.py", "silence.py", "status.py")
"""Modules of the project whose texts are on pages; the others speak to operators."""
TEMPLATES = {
    "accounts/recent_activity.html": "Facts in a row, each with its mark before it.",
    "games/_game_action.html": "What the opponent waits for, and a link of its own.",
    "games/_game_chat.html": "A heading, and how many messages are new.",
    "games/_game_clock_log.html": "A sentence, and a link in brackets.",
    "games/_game_entry.html": "Tags in a row.",
    "games/_game_player.html": "Marks in a row beside a name; what does not fit a telephone is hidden.",
    "notifications/your_turn/push_body.txt": "Sentences in a row.",
    "notifications/switches.html": "Names of apps in a row, each a link.",
    "notifications/mail/_offer.html": "The terms of a challenge about time in a row.",
    "accounts/blocked_players.html": "A button, and for screen readers whom it is about.",
    "moderation/queue.html": "Tags in a row.",
}


def list_found(path) -> list[str]:
    name = str(path.relative_to(ROOT))
    if name.startswith(FOR_OPERATORS) and path.name not in READ_BY_PEOPLE:
        return []
    return [str(found) for found in find_pieces(path.read_text(), name)]


def test_no_module_puts_what_people_read_together_from_pieces():
    found = {str(path.relative_to(ROOT)): list_found(path) for path in list_modules()}
    glued = {name: pieces for name, pieces in found.items() if pieces}
    assert {name: pieces for name, pieces in glued.items() if name not in MODULES} == {}
    assert set(MODULES) - set(glued) == set(), "these have no reason any more"


def test_no_template_puts_a_sentence_together_from_pieces():
    glued = {name: [*map(str, find_in(name))] for name in list_templates()}
    glued = {name: pieces for name, pieces in glued.items() if pieces}
    assert {name: pieces for name, pieces in glued.items() if name not in TEMPLATES} == {}
    assert set(TEMPLATES) - set(glued) == set(), "these have no reason any more"


@each_row(
    "source",
    [
        'f"{name} has {what} left"',
        '"You have played " + turn',
        '"It’s your turn in %s" % game',
        '"{who} offers a draw".format(who=who)',
        '" and ".join(names)',
        "f\"{number} day{'' if number == 1 else 's'}\"",
        'f"{day:%-d %B %Y}"',
        'day.strftime("%B")',
        'raise Refusal(f"You have {most} lines already.")',
    ],
)
def test_glueing_is_found(source):
    assert [*find_pieces(source, "a.py")]


@each_row(
    "source",
    [
        'MOST = Sentence("most", "You have {most} lines already.")',
        'f"offer:{game}:{revision}"',
        'f"{at:%Y%m%d%H}"',
        'logger.warning(f"Game {pk} could not be settled")',
        'raise ValueError(f"No level is called {name} here")',
        'f"<p class={name}>There is more</p>"',
        'f"SELECT {columns} FROM {table} WHERE id = %s"',
        '",".join(names)',
    ],
)
def test_what_nobody_reads_is_let_through(source):
    assert not [*find_pieces(source, "a.py")]
