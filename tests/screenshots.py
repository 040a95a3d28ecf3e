"""Draws every page of a demonstration site and every mail, in light and dark: `make screenshots`, then look.

python -m tests.screenshots [folder] [part of a page's or mail's name ...]
Pages are drawn 360 and 1280 px wide, mails 320 px too; their plain text is written beside them.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import django
from django.test.runner import DiscoverRunner
from playwright.sync_api import Browser, sync_playwright

from tests import servers
from tests.end_to_end.running import RunningSite

WIDTHS = {360: 640, 1280: 800}
MAIL_WIDTHS = {320: 640, **WIDTHS}
SCHEMES = ("light", "dark")
PAGES = {
    # name: (who looks, address)
    "landing": ("", "/"),
    "challenges": ("", "/challenges/"),
    "rules": ("", "/rules/"),
    "rules-time": ("", "/rules/time/"),
    "rules-limits": ("", "/rules/limits/"),
    "rules-mastery": ("", "/rules/mastery/"),
    "rules-master": ("", "/rules/master/"),
    "rules-masters": ("", "/rules/masters/"),
    "practice-mastery": ("", "/practice/mastery/?turns=Pd4-d5%3BPe5-e4"),
    "practice-master": ("", "/practice/master/?turns=a2-a3+%40a3%3D5"),
    "practice-masters": ("", "/practice/masters/?turns=e2-e3;c11-c10;Pf1-e2;e11-e10;*d11,Pe2-d3"),
    "practice-refused": ("", "/practice/masters/?turns=e2-e9"),
    "learn-mastery": ("", "/learn/mastery/zone/"),
    "learn-mastery-solved": ("", "/learn/mastery/treason/?turn=~Pe5xg7"),
    "learn-master": ("", "/learn/master/aim/"),
    "learn-masters": ("", "/learn/masters/claim/"),
    "status": ("", "/status/"),
    "about": ("", "/about/"),
    "contact": ("", "/contact/"),
    "privacy": ("", "/privacy/"),
    "terms": ("", "/terms/"),
    "conduct": ("", "/conduct/"),
    "fair-play": ("", "/fair-play/"),
    "sign-up": ("", "/account/signup/"),
    "log-in": ("", "/account/login/"),
    "reset": ("", "/account/password/reset/"),
    "not-found": ("", "/nothing/here/"),
    "log-in-first": ("", "/games/4711/"),
    "watch": ("", "/games/"),
    "watch-over": ("", "/games/?over=1"),
    "game-watched": ("", "/games/1/"),
    "home": ("Hazel", "/"),
    "home-filtered": ("Hazel", "/?game=mastery&sort=last&opponent=Ro"),
    "home-new": ("Juniper", "/"),
    "challenge-new": ("Hazel", "/challenges/new/"),
    "challenge-new-again": ("Hazel", "/challenges/new/?ruleset=mastery&opponent=Rowan&again=3"),
    "challenge-new-master": ("Hazel", "/challenges/new/?ruleset=master"),
    "challenge-open": ("Hazel", "/challenges/8/"),
    "challenge-mine": ("Rowan", "/challenges/8/"),
    "game-mine": ("Hazel", "/games/1/"),
    "game-theirs": ("Hazel", "/games/2/"),
    "game-won": ("Hazel", "/games/4/"),
    "game-reserve": ("Hazel", "/games/3/"),
    "game-on-time": ("Rowan", "/games/5/"),
    "game-master": ("Hazel", "/games/6/"),
    "game-masters": ("Hazel", "/games/7/"),
    "game-earlier": ("Hazel", "/games/4/12/"),
    "players": ("", "/people/"),
    "players-found": ("Hazel", "/people/?name=r&game=mastery"),
    "players-none": ("Hazel", "/people/?name=zz"),
    "profile": ("Hazel", "/people/Rowan/"),
    "report": ("Hazel", "/people/Rowan/report/"),
    "report-game": ("Hazel", "/report/game/1/"),
    "block": ("Hazel", "/people/Rowan/block/"),
    "blocked-players": ("Hazel", "/settings/blocked/"),
    "own-data": ("Hazel", "/settings/your-data/"),
    "close-account": ("Hazel", "/settings/close/"),
    "my-reports": ("Hazel", "/reports/"),
    "settings": ("Hazel", "/settings/"),
    "sessions": ("Hazel", "/account/sessions/"),
    "recent-activity": ("Hazel", "/settings/activity/"),
    "vacation": ("Hazel", "/settings/vacation/"),
    "vacation-set": ("Mallow", "/settings/vacation/"),
    "notices": ("Hazel", "/settings/notifications/"),
    "notices-when": ("Hazel", "/settings/notifications/when/"),
    "notices-devices": ("Hazel", "/settings/notifications/devices/"),
    "notices-feeds": ("Hazel", "/settings/notifications/feeds/"),
    "news": ("Hazel", "/inbox/"),
    "mailbox": ("Juniper", "/mailbox/"),
}


def log_in(browser: Browser, url: str, *, name: str, password: str) -> list[dict]:
    """The cookies of somebody logged in."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/account/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{url}/")
    cookies = context.cookies()
    context.close()
    return cookies


def draw(browser: Browser, address: str, *, cookies: list[dict], path: Path, widths: dict[int, int]) -> None:
    for width, height in widths.items():
        for scheme in SCHEMES:
            viewport = {"width": width, "height": height}
            context = browser.new_context(viewport=viewport, color_scheme=scheme, timezone_id="Europe/Berlin")
            context.add_cookies(cookies)
            page = context.new_page()
            page.goto(address)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                print(f"{path.name} scrolls sideways at {width} px")
            page.screenshot(path=f"{path}-{width}-{scheme}.png", full_page=True)
            context.close()


def draw_pages(browser: Browser, folder: Path, names: list[str]) -> None:
    """Needs a site of its own, which is started only where there is something to draw."""
    with tempfile.TemporaryDirectory() as data, RunningSite(Path(data) / "site") as site:
        passwords = dict(re.findall(r"^ +(\w+) +([\w-]{10,}) ", site.output, re.M))
        cookies = {name: log_in(browser, site.url, name=name, password=word) for name, word in passwords.items()}
        for name in names:
            who, address = PAGES[name]
            draw(browser, site.url + address, cookies=cookies.get(who, []), path=folder / name, widths=WIDTHS)


def write_mails(folder: Path, wanted: list[str]) -> list[Path]:
    """Makes the mails in a database of their own, as the tests do, and writes each as HTML and as text."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    DiscoverRunner(verbosity=0).setup_databases()
    from tests.clearing import clear
    from tests.mails import MAILS, make_mail

    written = []
    for name in choose([f"mail-{name}" for name in MAILS], wanted):
        mail = make_mail(name.removeprefix("mail-"))
        written.append(folder / name)
        (folder / f"{name}.txt").write_text(f"Subject: {mail.subject}\n\n{mail.text}")
        (folder / f"{name}.html").write_text(mail.html)
        clear()
    return written


def choose(names: Iterable[str], wanted: list[str]) -> list[str]:
    return [name for name in names if not wanted or any(part in name for part in wanted)]


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mails = write_mails(folder.resolve(), wanted)
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=servers.find_chromium(), args=["--no-sandbox"]) as browser,
    ):
        for path in mails:
            draw(browser, f"{path.as_uri()}.html", cookies=[], path=path, widths=MAIL_WIDTHS)
        if names := choose(PAGES, wanted):
            draw_pages(browser, folder, names)
    print(f"Drawn into {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"), sys.argv[2:])
