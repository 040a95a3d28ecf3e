"""The text of a mail."""

from email.message import EmailMessage, Message


def read_text(mail: Message) -> str:
    part = mail.get_body(("plain",)) if isinstance(mail, EmailMessage) else None
    return part.get_content() if isinstance(part, EmailMessage) else ""
