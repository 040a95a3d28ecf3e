"""Opens the mailbox of replies, and tells which servers vouch for the senders of its newest emails."""

import os
from collections import Counter
from collections.abc import Iterator

from django.conf import settings

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.doctor.log_ins import note, tell_waiting
from notifications.log_ins import Waits
from replies.mails import parsing, proof
from replies.ways import files, imap, mailbox

NEWEST = 10
"""The most emails that are looked at."""
HEADER = "Authentication-Results"


class Replies(Examination):
    name = "replies"
    order = 65
    patience = 60.0

    def is_set(self) -> bool:
        return bool(settings.REPLY_ADDRESS)

    def examine(self, asked: Asked) -> Iterator[Line]:
        if settings.REPLY_MAILBOX:
            return look_into_mailbox(asked)
        if settings.MAIL_TO_FILES:
            return look_into_folder()
        return iter([Line(True, "Its webhook brings replies; nothing is fetched.", about=settings.REPLY_PROVIDER)])


def look_into_folder() -> Iterator[Line]:
    """Looks at the folder of an embedded site, where replies are files."""
    folder = settings.REPLIES_DIR
    folder.mkdir(parents=True, exist_ok=True)
    waiting = [name for name in os.listdir(folder) if name.endswith(files.ENDING)]
    aside = len(os.listdir(folder / files.REFUSED)) if (folder / files.REFUSED).exists() else 0
    yield Line(os.access(folder, os.W_OK), f"Files that wait: {len(waiting)}; refused: {aside}.", about=str(folder))


def look_into_mailbox(asked: Asked) -> Iterator[Line]:
    server = imap.read_url(settings.REPLY_MAILBOX)
    log_in = note(mailbox.find_log_in(), at_once=asked.at_once)
    try:
        log_in.begin()
        with imap.open_folder(server) as folder:
            log_in.note_taken()
            yield from look(folder, server)
        log_in.note_well()
    except Waits as error:
        yield tell_waiting(error.fault)
    except imap.LogInRefused as error:
        log_in.note_fault(str(error), refused=True)
        yield Line(False, str(error), about=server.name)
    except imap.FAULTS as error:
        said = imap.describe(error)
        log_in.note_fault(said)
        yield Line(False, said, about=server.name)


def look(folder: imap.Folder, server: imap.Server) -> Iterator[Line]:
    uids = folder.list_uids(above=0)
    yield Line(True, f"Opened; mails in it: {len(uids)}.", about=server.name)
    if server.done:
        yield prepare(folder, server)
    yield judge(count_authorities(folder, uids[-NEWEST:]), newest=len(uids[-NEWEST:]))


def prepare(folder: imap.Folder, server: imap.Server) -> Line:
    """Makes the folder for finished emails if it is missing, as each look into the mailbox does."""
    try:
        folder.prepare()
    except imap.REFUSED as error:
        return Line(False, imap.describe(error), about=server.done)
    return Line(True, "There, for mails that were dealt with.", about=server.done)


def count_authorities(folder: imap.Folder, uids: list[int]) -> Counter[str]:
    """Counts in how many of these emails each mail server's name stands in a place that no sender can write."""
    found: Counter[str] = Counter()
    for uid in uids:
        if (fetched := folder.fetch(uid)) is None:
            continue
        found.update(proof.list_authorities(parsing.parse(fetched.raw)))
    return found


def judge(found: Counter[str], *, newest: int) -> Line:
    """Checks whether a configured authority is among those names."""
    names = proof.read_names(settings.REPLY_AUTHORITY)
    about = f"{HEADER} of the newest {newest} mails"
    told = ", ".join(f"{name} ({count})" for name, count in found.most_common(3)) or "none names an authority"
    if not newest:
        return Line(True, "No mail to see it by; send one there.", about=HEADER)
    if not names:
        return Line(True, f"{told}; REPLY_AUTHORITY is not set, so each reply is answered with a link.", about=about)
    trusted = ", ".join(names)
    if found.keys() & set(names):
        return Line(True, f"{told}; REPLY_AUTHORITY is {trusted}.", about=about)
    return Line(False, f"{told}; REPLY_AUTHORITY is {trusted}, so no sender is proven.", about=about)


kind = Replies()
