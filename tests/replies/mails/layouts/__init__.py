"""Real-world layouts of answers, after the documented habits of the mail programs, in eight languages."""

from functools import cache

from tests.replies.mails.layouts import android, apple, gmail, outlook, thunderbird, webmail
from tests.replies.mails.layouts.building import Layout


@cache
def all_layouts() -> tuple[Layout, ...]:
    programs = (gmail, outlook, apple, thunderbird, webmail, android)
    return tuple(layout for program in programs for layout in program.layouts())
