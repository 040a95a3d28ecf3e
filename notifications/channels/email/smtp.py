"""Django's SMTP backend, which also tells how far a message came before a fault: RFC 5321 names the sender first."""

import smtplib
from typing import Any

from django.core.mail.backends.smtp import EmailBackend


class _Staged(smtplib.SMTP):
    named_recipient = False
    """Whether the present message came as far as its recipients: what is answered from then on may be about them."""

    def mail(self, *args: Any, **options: Any) -> Any:
        self.named_recipient = False
        return super().mail(*args, **options)

    def rcpt(self, *args: Any, **options: Any) -> Any:
        self.named_recipient = True
        return super().rcpt(*args, **options)


class _StagedSSL(_Staged, smtplib.SMTP_SSL):
    pass


class StagedBackend(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _StagedSSL if self.use_ssl else _Staged

    @property
    def named_recipient(self) -> bool:
        return bool(getattr(self.connection, "named_recipient", False))
