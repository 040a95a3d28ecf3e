"""Mails that no person wrote."""

from email.message import Message

from replies.mails.parsing import read_header, read_message_id


def is_automatic(mail: Message, *, envelope_sender: str | None) -> str:
    """Why it is one; empty where it is not."""
    if envelope_sender == "":
        return "no sender"
    submitted = read_header(mail, "Auto-Submitted")
    return "Auto-Submitted" if submitted and submitted.lower() != "no" else ""


def is_ours(mail: Message, *, host: str) -> bool:
    return read_message_id(mail).startswith("<notice-") and read_message_id(mail).endswith(f"@{host}>")
