"""Whether a mail comes from whom it names as its sender."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from enum import StrEnum

from replies.mails.parsing import is_same_address, read_raw, read_sender, read_utf_8, to_ascii
from replies.mails.results import LONGEST, Result, Unreadable, read_authority, read_results

RESULTS = "authentication-results"
MOST_HEADERS = 20
"""So many of one mail are read."""
_NAME = re.compile(r"[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?")
_COMMENTS = r"(?: \([^()]{0,200}\)){0,3}"
_HANDED_ON = re.compile(
    rf"from \S{{1,255}}{_COMMENTS} by \S{{1,255}}{_COMMENTS} with LMTPS?A?(?: id \S{{1,200}})?"
    rf"(?: \(envelope-from <[^<>\s]{{0,320}}>\))?(?: for <[^<>\s]{{0,320}}>)?; [\w,:+ ()-]{{1,80}}"
)
"""What a server writes that hands a mail on to a mailbox (LMTP), and all of it: the name by which another server calls
itself stands in the `Received` of who took the mail in, and may hold such words."""
_TAG = re.compile(r"(?:^|;)(d|h)=([^;]*)")


class Verdict(StrEnum):
    PROVEN = "proven"
    UNPROVEN = "unproven"
    """Nobody whom we believe says anything about it."""
    FAILED = "failed"
    """Somebody whom we believe says that it does not."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the receiving server found out."""

    verdict: Verdict
    by_signature: bool = False
    """Whether no more than the mail's signature proves it, which stays good when somebody else brings it again."""
    untrusted: tuple[str, ...] = ()
    """The names, other than the trusted ones, that stand where no sender can write."""


def judge_results(mail: Message, *, sender: str, authority: str) -> Verdict:
    return read_mail(mail, sender=sender, authority=authority).verdict


def read_mail(mail: Message, *, sender: str, authority: str) -> Proof:
    """What the receiving server found out about the sender, by the headers that bear one of its names.

    A sender can write such headers too. Theirs stand below what the server wrote when it took the mail in: its own
    `Received`. So all above that are read, since several programs write one each. A server that puts them below it
    writes one: the topmost is read. But where it adds none to some mails, it must remove those that come in under its
    own name, as RFC 8601 demands of it.
    """
    names = read_names(authority)
    above = list(_list_above(mail))
    untrusted = tuple(dict.fromkeys(name for name, _ in above if name not in names and _NAME.fullmatch(name)))
    domain = to_ascii(sender.rpartition("@")[2])
    if not names or not domain or not is_same_address(read_sender(mail), sender):
        return Proof(Verdict.UNPROVEN, untrusted=untrusted)
    values = [value for name, value in above if name in names] or _find_topmost(mail, names)
    try:
        results = [result for value in values for result in read_results(read_utf_8(value))]
    except Unreadable:
        return Proof(Verdict.UNPROVEN, untrusted=untrusted)
    by_signature = not any(result.method == "spf" and _proves(result, domain) for result in results)
    return Proof(_weigh(results, domain), by_signature, untrusted)


def read_names(authority: str) -> tuple[str, ...]:
    """REPLY_AUTHORITY: names with commas between."""
    return tuple(name for each in authority.lower().split(",") if (name := each.strip()))


def list_authorities(mail: Message) -> tuple[str, ...]:
    """The names in the headers that the receiving server wrote, trusted or not; that of the topmost header where none
    stands above its own `Received`."""
    names = [name for name, _ in _list_above(mail)]
    if not names:
        names = [read_authority(value) for value in list(read_raw(mail.raw_items(), RESULTS, longest=LONGEST + 1))[:1]]
    return tuple(dict.fromkeys(name for name in names if _NAME.fullmatch(name)))


def _list_above(mail: Message) -> Iterator[tuple[str, str]]:
    """The headers with their names, from the top, that stand above the `Received` of the server that took the mail in;
    what hands it on to a mailbox of the same server writes one above that. None where there is no such."""
    found: list[tuple[str, str]] = []
    for name, raw in mail.raw_items():
        if name.lower() == "received" and not _HANDED_ON.fullmatch(" ".join(str(raw)[:LONGEST].split())):
            yield from found
            return
        if name.lower() == RESULTS and len(found) < MOST_HEADERS:
            value = str(raw)[: LONGEST + 1]
            found.append((read_authority(value), value))


def _find_topmost(mail: Message, names: tuple[str, ...]) -> list[str]:
    values = read_raw(mail.raw_items(), RESULTS, longest=LONGEST + 1)
    topmost = next((value for value in values if read_authority(value) in names), None)
    return [] if topmost is None else [topmost]


def is_covered(mail: Message, name: str) -> bool:
    """Whether each signature of the sender's domain is one over this header, so that nobody has changed it since. Also
    where the server has taken the signatures out, of which it said that they are good."""
    domain = to_ascii(read_sender(mail).rpartition("@")[2])
    values = list(read_raw(mail.raw_items(), "DKIM-Signature"))
    if len(values) > MOST_HEADERS:
        return False  # whoever put so many above may hide the one that is good
    for value in values:
        tags = dict(_TAG.findall("".join(value.split())))
        covered = {each.lower() for each in tags.get("h", "").split(":")}
        if _is_aligned(to_ascii(tags.get("d", "")), domain) and name.lower() not in covered:
            return False
    return True


def _weigh(results: list[Result], domain: str) -> Verdict:
    policies = [result for result in results if result.method == "dmarc"]
    if any(result.result == "fail" for result in policies):
        return Verdict.FAILED
    if any(_domain_of(result, "header.from") not in ("", domain) for result in policies):
        return Verdict.UNPROVEN  # it read another sender than we did
    return Verdict.PROVEN if any(_proves(result, domain) for result in results) else Verdict.UNPROVEN


def _proves(result: Result, domain: str) -> bool:
    """Whether this result alone shows that the mail comes from the domain."""
    if result.result != "pass":
        return False
    if result.method == "dmarc":
        return _domain_of(result, "header.from") == domain
    if result.method == "dkim":
        signer = "header.d" if "header.d" in result.properties else "header.i"
        return _is_aligned(_domain_of(result, signer), domain)
    return result.method == "spf" and _is_aligned(_domain_of(result, "smtp.mailfrom"), domain)


def _is_aligned(found: str, domain: str) -> bool:
    """Whether it is the domain or stands above it, and is more than a top level."""
    return found == domain or ("." in found.strip(".") and domain.endswith(f".{found}"))


def _domain_of(result: Result, name: str) -> str:
    """The domain of a property that is one or an address; empty where it is missing or doubtful."""
    return to_ascii(result.properties.get(name, "").rpartition("@")[2])
