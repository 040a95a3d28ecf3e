"""Whether a mail comes from whom it names as its sender."""

from __future__ import annotations

from email.message import Message
from enum import StrEnum

from replies.mails.parsing import is_same_address, read_raw, read_sender, read_utf_8, to_ascii
from replies.mails.results import LONGEST, Result, Unreadable, read_authority, read_results


class Verdict(StrEnum):
    PROVEN = "proven"
    UNPROVEN = "unproven"
    """Nobody whom we believe says anything about it."""
    FAILED = "failed"
    """Somebody whom we believe says that it does not."""


def judge_results(mail: Message, *, sender: str, authority: str) -> Verdict:
    """What the receiving server found out about the sender, by the topmost header that bears its name.

    A sender can write such headers too. Theirs stand below the server's, and so are not read. But where the server
    adds none to some mails, it must remove those that come in under its own name, as RFC 8601 demands of it.
    """
    domain = to_ascii(sender.rpartition("@")[2])
    if not authority or not domain or not is_same_address(read_sender(mail), sender):
        return Verdict.UNPROVEN
    wanted = authority.strip().lower()
    values = read_raw(mail.raw_items(), "Authentication-Results", longest=LONGEST + 1)
    topmost = next((value for value in values if read_authority(value) == wanted), "")
    try:
        results = read_results(read_utf_8(topmost)) if topmost else []
    except Unreadable:
        return Verdict.UNPROVEN
    return _weigh(results, domain)


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
