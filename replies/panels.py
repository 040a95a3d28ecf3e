"""What other pages show of answers by email: the way to write one, and to the page that explains them."""

from django.conf import settings
from django.template.context import Context

from games.panels import fills, include
from notifications.reply_tokens import find_token, is_on
from replies import authorities
from replies.ways.written import find_reply_to


@fills("mailbox")
def show_reply(context: Context) -> str:
    takes_answers = bool(find_token(find_reply_to(context["mail"])))
    return include("replies/_mailbox_reply.html", context) if takes_answers else ""


@fills("rules_index")
def lead_to_rules(context: Context) -> str:
    return include("replies/_rules_link.html", context) if is_on() else ""


@fills("notification_tabs")
def show_tab(context: Context) -> str:
    return include("replies/_tab.html", context) if is_on() else ""


@fills("site_switches")
def show_authorities(context: Context) -> str:
    """To administrators: only they can change what the site is told."""
    if not settings.REPLY_MAILBOX or not context.get("administers"):
        return ""
    context["untrusted"] = authorities.list_untrusted()
    return include("replies/_authorities.html", context) if context["untrusted"] else ""
