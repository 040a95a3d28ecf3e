"""Makes an email from the content of a notice: subject, text, HTML with inlined styles, the board, the headers."""

from __future__ import annotations

from collections.abc import Sequence
from email.mime.image import MIMEImage
from functools import cache
from typing import Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template
from django.urls import reverse

from accounts.emails.mails import wrap_lines
from games.models import Game
from notifications import registry
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import links, replying
from notifications.wording.clean import clean_line

BOARD = "board"
"""Content-ID of the picture. It must be unique only within its email."""
FACE = "face"
"""That of the opponent's face."""


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def inline_styles(html: str) -> str:
    """Writes styles into their elements, since many email programs ignore `<style>`. Rules for dark mode and for small
    screens stay there."""
    return _inliner().inline(html)


class Composed(EmailMultiAlternatives):
    """An email of the site, with the games that it lists, if any."""

    listed: Sequence[Game] = ()
    listed_turns: replying.Turns
    """What the numbers in a reply refer to: these games, or the list of an email that the reader replied to before."""


class Envelope:
    """The email of one notice, made from the templates of its kind."""

    def __init__(self, notice: Notice) -> None:
        self.notice = notice
        self.user = notice.recipient
        self.address = notice.address or (notice.recipient.email if notice.recipient else "")
        if not self.address:
            raise Dropped("There is no address to write to.")

    def fill(self, context: dict[str, Any]) -> Composed:
        """Fills the templates with `context`. Its `picture` and its `face`, if any, are the board and
        the opponent as PNG.

        Its `templates`, if any, name another folder of templates. Its `games`, if any, are contexts of the same form,
        each with a `picture_cid` for its picture.
        """
        context = {**self._frame(), **context}
        context |= replying.describe(self.notice, context)
        subject = clean_line(self._render("subject.txt", context, escape=False))
        message = Composed(
            subject=subject,
            body=tidy_text(self._render("body.txt", context, escape=False)),
            to=[self.address],
            headers=self._headers(context),
            reply_to=[context["reply_to"]] if context["reply_to"] else None,
        )
        if context["reply_to"]:
            message.listed = [shown["game"] for shown in replying.list_shown(context)]
            message.listed_turns = replying.list_turns(context)
        html = self._render("body.html", {**context, "subject": subject}, escape=True)
        message.attach_alternative(inline_styles(html), "text/html")
        shown = [each for each in (context, *context.get("games", ())) if each.get("picture")]
        pictures = [make_picture(each["picture"], cid=each["picture_cid"]) for each in shown]
        if context.get("face"):
            pictures.append(make_picture(context["face"], cid=FACE))
        for picture in pictures:
            message.mixed_subtype = "related"  # type: ignore[attr-defined]  # the stubs lack it
            message.attach(picture)
        return message

    def _render(self, part: str, context: dict[str, Any], *, escape: bool) -> str:
        folder = context.get("templates") or self.notice.kind
        source = get_template(f"notifications/{folder}/{part}").template  # type: ignore[attr-defined]
        return source.render(Context(context, autoescape=escape))

    def _frame(self) -> dict[str, Any]:
        """Returns what the layout shows in every email."""
        return {
            "site_name": settings.SITE_NAME,
            "site_url": links.absolute("/"),
            "reader": self.user,
            "stop_url": self._stop_url(),
            "when_url": links.absolute(reverse("notice_timing")),
            "switches_url": links.absolute(reverse("notice_switches")),
            "picture_cid": BOARD,
        }

    def _stop_url(self) -> str:
        if self.user is None:
            return links.never_url(self.address)
        kind = registry.KINDS.get(self.notice.kind)
        stoppable = kind.has_many_ways and not kind.is_about_account
        return links.unsubscribe_url(self.user.pk, kind=self.notice.kind) if stoppable else ""

    def _headers(self, context: dict[str, Any]) -> dict[str, str]:
        """Returns the headers: for one-click unsubscribing (RFC 8058), against automatic answers (RFC 3834), and for a
        thread per game."""
        host = links.host()
        mark = ".".join(filter(None, (str(self.notice.pk), self.notice.nonce)))
        headers = {"Message-ID": f"<notice-{mark}@{host}>", "Auto-Submitted": "auto-generated"}
        if context["stop_url"]:
            headers["List-Unsubscribe"] = f"<{context['stop_url']}>"
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        threads = [f"<game-{game}@{host}>"] if (game := self._find_thread()) is not None else []
        if answered := self.notice.payload.get("in_reply_to"):
            headers |= {"In-Reply-To": answered, "Auto-Submitted": "auto-replied"}
        if references := [*threads, *self.notice.payload.get("references", ())]:
            headers["References"] = " ".join(references)
        return headers

    def _find_thread(self) -> int | None:
        """Returns the game in whose thread the email belongs, or None if it is about no game or about several."""
        kind = registry.KINDS.get(self.notice.kind)
        found = self.notice.id_of("game")
        return found if kind.is_in_thread and not self.notice.others else None


def tidy_text(text: str) -> str:
    """Removes the empty lines that template tags leave behind, and breaks long lines. “-- ” stays, since email programs
    recognise a signature by it."""
    lines = ["-- " if line == "-- " else line.rstrip() for line in wrap_lines(text.strip()).splitlines()]
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return "\n".join(kept) + "\n"


def make_picture(png: bytes, *, cid: str) -> MIMEImage:
    picture = MIMEImage(png, "png")
    picture.add_header("Content-ID", f"<{cid}>")
    picture.add_header("Content-Disposition", "inline", filename=f"{cid}.png")
    return picture
