"""An email about the reader's account. Django or allauth wrote it, and the row holds it unchanged."""

from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils.translation import gettext_lazy as _

from notifications.channels.email.backend import restore
from notifications.channels.email.envelope import inline_styles
from notifications.contract import Kind
from notifications.models import Notice
from notifications.timing import Urgency


class Account(Kind):
    label = _("My account")
    urgency = Urgency.EXEMPT
    is_switchable = has_many_ways = False

    def restore_email(self, notice: Notice) -> EmailMessage:
        """Returns the email as it was written, with the site's styles."""
        message: EmailMultiAlternatives = restore(notice.payload)
        alternatives, message.alternatives = message.alternatives, []
        for content, mimetype in alternatives:
            message.attach_alternative(inline_styles(str(content)) if mimetype == "text/html" else content, mimetype)
        return message

    def keep_payload(self, payload: Any) -> dict[str, Any]:
        """Keeps only the subject: links in the email may open the account, so no copy of it is kept."""
        said = payload if isinstance(payload, dict) else {}
        return {"subject": said.get("subject", "")}


kind = Account()
