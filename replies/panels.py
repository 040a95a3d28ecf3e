"""What other pages show of answers by email: the way to write one, and to the page that explains them."""

from django.template.context import Context

from games.panels import fills, include
from notifications.reply_tokens import find_token, is_on
from replies.ways.written import find_reply_to


@fills("mailbox")
def show_reply(context: Context) -> str:
    takes_answers = bool(find_token(find_reply_to(context["mail"])))
    return include("replies/_mailbox_reply.html", context) if takes_answers else ""


@fills("rules_index")
def lead_to_rules(context: Context) -> str:
    return include("replies/_rules_link.html", context) if is_on() else ""
