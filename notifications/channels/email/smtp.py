"""Django's SMTP backend, which also records how far it came before a fault, and what the server answered last. RFC 5321
makes it name the sender before the recipients."""

import smtplib
from typing import Any

from django.core.mail.backends.smtp import EmailBackend


class _Staged(smtplib.SMTP):
    named_recipient = False
    """Whether the present message has reached its recipients: later answers of the server may be about them."""
    gave_password = False
    """Whether a log-in was tried. However it ends, the server may count it as a refused one."""
    answer = ""
    """What the server said when it accepted the last message."""

    def auth(self, *args: Any, **options: Any) -> Any:
        self.gave_password = True
        return super().auth(*args, **options)

    def mail(self, *args: Any, **options: Any) -> Any:
        self.named_recipient = False
        return super().mail(*args, **options)

    def rcpt(self, *args: Any, **options: Any) -> Any:
        self.named_recipient = True
        return super().rcpt(*args, **options)

    def data(self, *args: Any, **options: Any) -> Any:
        code, text = super().data(*args, **options)
        self.answer = f"{code} {text.decode(errors='replace')}"
        return code, text


class _StagedSSL(_Staged, smtplib.SMTP_SSL):
    pass


class StagedBackend(EmailBackend):
    _opened: smtplib.SMTP | None = None

    @property
    def connection_class(self) -> Any:
        """Makes a connection and remembers it, since Django does not store one before its log-in has succeeded."""
        return self._connect

    def _connect(self, *args: Any, **options: Any) -> smtplib.SMTP:
        self._opened = None
        self._opened = (_StagedSSL if self.use_ssl else _Staged)(*args, **options)
        return self._opened

    @property
    def gave_password(self) -> bool:
        return bool(getattr(self._opened, "gave_password", False))

    @property
    def answer(self) -> str:
        return str(getattr(self._opened, "answer", ""))

    @property
    def named_recipient(self) -> bool:
        return bool(getattr(self.connection, "named_recipient", False))
