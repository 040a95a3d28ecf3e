"""What the mailbox of a site without a mail server shows beside an email that takes answers."""

from django.template.context import Context

from games.panels import fills, include
from notifications.reply_tokens import find_token
from replies.ways.written import find_reply_to


@fills("mailbox")
def show_reply(context: Context) -> str:
    takes_answers = bool(find_token(find_reply_to(context["mail"])))
    return include("replies/_mailbox_reply.html", context) if takes_answers else ""
