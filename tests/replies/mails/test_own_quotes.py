"""Our own email, quoted without marks and a paragraph a line, is never taken for what a player wrote."""

from html import escape

import pytest
from django.test import override_settings

from notifications.channels.email.files import StoredMail
from replies.mails import lines, parsing, text
from replies.mails.originals import read_original
from tests.mails import make_mail
from tests.rows import each_row

ANSWERED = (
    *("answered_with_no_turn", "answered_in_several_games", "your_turn", "your_turns", "digest"),
    *("deadline_near_in_several", "game_found", "planned_turns", "rematch_offered"),
)
HEADS = "<p><b>From:</b> Slowboard &lt;games@games.example.org&gt;<br><b>Sent:</b> today<br><b>To:</b> Kim</p>"


def read(html: str) -> list[str]:
    head = "From: Kim <kim@k.example>\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n"
    raw = f"{head}Content-Transfer-Encoding: 8bit\n\n{html}".encode()
    return lines.find_lines(text.read_text(parsing.parse(raw)))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ANSWERED)
def test_an_empty_answer_that_quotes_it_as_plain_paragraphs_asks_for_nothing(name):
    with override_settings(REPLY_ADDRESS="turn@reply.example.org"):
        plain = find_plain(make_mail(name))
    quoted = "".join(f"<p class=MsoPlainText>{escape(line) or '&nbsp;'}</p>" for line in plain.split("\n"))
    assert read(f"<p class=MsoNormal>&nbsp;</p><div style='border-top:solid #E1E1E1 1pt'>{HEADS}</div>{quoted}") == []


def find_plain(made: StoredMail) -> str:
    return made.parsed.get_body(("plain",)).get_content()


def test_what_is_crossed_out_beside_a_picture_is_not_there():
    alternative = (
        b"From: kim@k.example\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=a\n\n"
        b"--a\nContent-Type: text/plain\n\nPc3-b3\nPc3-c4\n"
        b"--a\nContent-Type: multipart/related; boundary=b\n\n"
        b"--b\nContent-Type: text/html\n\n<p><s>Pc3-b3</s></p><p>Pc3-c4</p>\n"
        b"--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n--a--\n"
    )
    assert lines.find_lines(text.read_text(parsing.parse(alternative))) == ["Pc3-c4"]


@each_row(
    "said",
    ["No juegues todavía:", "Bitte keinen Zug spielen:", "Please disregard this:", "Any good?", "Todavía no:"],
)
def test_a_sentence_that_takes_the_turn_below_back_stays_above_it(said):
    raw = f"From: kim@k.example\nContent-Type: text/plain; charset=utf-8\n\n{said}\n\nPc3-c4\n".encode()
    assert lines.find_lines(text.read_text(parsing.parse(raw)))[0] == said


@each_row(
    "line",
    ["Boris wrote 2 messages to you:", "They wrote:", "On 3 May 2026, Boris wrote:", "-----Original Message-----"],
)
def test_what_others_wrote_below_is_nothing_that_the_player_asks_for(line):
    assert read_original(["Write above this line", "", "resign", "", line, "", "draw"], 0) == ["resign"]
