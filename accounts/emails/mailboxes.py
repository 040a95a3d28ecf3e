"""Which mailbox an email address leads to, however it is written."""

from __future__ import annotations


def mailbox_of(address: str) -> str:
    """The address in one spelling: `A.b+c@d` is `ab@d`.

    Where full stops make another mailbox, as they do not at Gmail, the two pass for one: they share their limits, and a
    block of one is a block of both.
    """
    local, _, domain = address.strip().lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain.replace('googlemail.com', 'gmail.com')}"


def list_domains(address: str) -> list[str]:
    """The domains under which the mailbox of this address may be written."""
    domain = mailbox_of(address).rpartition("@")[2]
    return [domain, "googlemail.com"] if domain == "gmail.com" else [domain]
