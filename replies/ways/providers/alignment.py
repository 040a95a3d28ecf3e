"""Whether what a provider checked speaks for the address in From: a domain that passed has to be its own, or above."""

import re
from email.message import Message

from replies.mails import parsing
from replies.mails.proof import Verdict

SIGNED_BY = re.compile(r"(?:^|;)\s*d\s*=\s*([A-Za-z0-9.-]{3,253})\s*(?:;|$)")


def is_aligned(mail: Message, *, domain: str) -> bool:
    sender = parsing.read_sender(mail).rpartition("@")[2].rstrip(".")
    passed = domain.lower().strip().rstrip(".")
    return bool(sender) and "." in passed.strip(".") and (sender == passed or sender.endswith(f".{passed}"))


def domain_of(address: str | None) -> str:
    return (address or "").strip("<> ").rpartition("@")[2]


def read_only_signer(mail: Message) -> str:
    """The domain of the only DKIM signature; empty where there are several, of which a provider does not say which it
    checked."""
    signatures = mail.get_all("DKIM-Signature", [])
    found = SIGNED_BY.search("".join(str(signatures[0]).split())) if len(signatures) == 1 else None
    return found[1] if found else ""


def rests_on_signature(mail: Message, *, spf_passed: bool, sender: str | None) -> bool:
    """Whether nothing but a signature can prove it, which stays good when somebody else brings the mail again."""
    return not (spf_passed and is_aligned(mail, domain=domain_of(sender)))


def judge(mail: Message, *, spf_passed: bool, sender: str | None, signers: list[str], dmarc_passed: bool) -> Verdict:
    """`signers` are the domains whose signatures passed."""
    by_sender = spf_passed and is_aligned(mail, domain=domain_of(sender))
    by_signature = any(is_aligned(mail, domain=domain) for domain in signers)
    return Verdict.PROVEN if by_sender or by_signature or dmarc_passed else Verdict.UNPROVEN
