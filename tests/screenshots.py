"""Draws every page of a demonstration site and every mail, in light and dark: `make screenshots`, then look.

python -m tests.screenshots [folder] [part of a page's or mail's name ...]
Pages are drawn in four widths, mails in three; the plain text of mails is written beside them. What the demonstration
lacks, `tests/screenshot_scene.py` makes; `{names}` in an address are what it prints. A test insists on every page.
"""

import json
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

WIDTHS = {360: 640, 768: 1024, 1280: 800, 1920: 1080}
MAIL_WIDTHS = {320: 640, 360: 640, 1280: 800}
STAFF = "staff"
"""Juniper, the second factor shown."""
ERROR = "error:"
"""Before the name of a template: a page that no address gives."""
SCENE = Path(__file__).parent / "screenshot_scene.py"
ANALYSED_WITHIN = 600
"""Seconds: a scene has a game analysed, with both looks."""
SCHEMES = ("light", "dark")
PAGES = {
    # name: (who looks, address)
    "landing": ("", "/"),
    "challenges": ("", "/challenges/"),
    "rules": ("", "/rules/"),
    "rules-time": ("", "/rules/time/"),
    "rules-limits": ("", "/rules/limits/"),
    "rules-email": ("", "/rules/email/"),
    "rules-ratings": ("", "/rules/ratings/"),
    "rules-mastery": ("", "/rules/mastery/"),
    "rules-master": ("", "/rules/master/"),
    "rules-masters": ("", "/rules/masters/"),
    "rules-statistics": ("", "/rules/mastery/statistics/"),
    "practice-mastery": ("", "/practice/mastery/?turns=Pd4-d5%3BPe5-e4"),
    "practice-master": ("", "/practice/master/?turns=a2-a3+%40a3%3D5"),
    "practice-masters": ("", "/practice/masters/?turns=e2-e3;c11-c10;Pf1-e2;e11-e10;*d11,Pe2-d3"),
    "record": ("", "/records/"),
    "record-format": ("", "/records/format/"),
    "games-of-player": ("Hazel", "/people/Rowan/games/"),
    "material": ("", "/games/4/material/"),
    "embedded": ("", "/embed/games/4/"),
    "followed": ("Hazel", "/following/"),
    "book": ("", "/book/mastery/"),
    "puzzles": ("Hazel", "/puzzles/"),
    "puzzle": ("Hazel", "/puzzles/{puzzle}/"),
    "practice-refused": ("", "/practice/masters/?turns=e2-e9"),
    "editor-mastery": ("", "/practice/mastery/edit/?position=8%2F3m4%2F8%2F8%2F3M4%2F8%2F8%2F8+d"),
    "editor-master": ("", "/practice/master/edit/"),
    "editor-masters": ("", "/practice/masters/edit/"),
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
    "log-in-code": ("", "/account/login/code/"),
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
    "standing": ("Hazel", "/standing/"),
    "standing-none": ("Mallow", "/standing/"),
    "standing-new": ("Hazel", "/standing/new/?ruleset=mastery"),
    "standing-new-master": ("Hazel", "/standing/new/?ruleset=master"),
    "standing-change": ("Hazel", "/standing/{standing}/"),
    "standing-challenge": ("Hazel", "/challenges/{standing_challenge}/"),
    "challenge-standing": ("Rowan", "/challenges/{standing_challenge}/"),
    "challenge-pair": ("Hazel", "/challenges/{pair}/"),
    "challenge-open": ("Hazel", "/challenges/8/"),
    "challenge-mine": ("Rowan", "/challenges/8/"),
    "game-mine": ("Hazel", "/games/1/"),
    "game-theirs": ("Hazel", "/games/2/"),
    "game-won": ("Hazel", "/games/4/"),
    "game-reserve": ("Hazel", "/games/3/"),
    "game-on-time": ("Rowan", "/games/5/"),
    "game-master": ("Hazel", "/games/6/"),
    "game-masters": ("Hazel", "/games/7/"),
    "game-ladder": ("Hazel", "/games/{ladder_game}/"),
    "game-ladder-over": ("Rowan", "/games/{climbed}/"),
    "game-pair": ("Hazel", "/games/{pair_game}/"),
    "game-standing": ("Hazel", "/games/{standing_game}/"),
    "game-earlier": ("Hazel", "/games/4/12/"),
    "plan-ahead": ("Hazel", "/games/2/ahead/"),
    "review": ("Hazel", "/games/4/review/"),
    "review-earlier": ("", "/games/4/review/12/"),
    "review-line": ("Rowan", "/games/4/review/21/2/"),
    "review-none": ("Hazel", "/games/5/review/"),
    "analyses": ("Hazel", "/analysis/"),
    "analysis": ("Hazel", "/analysis/{analysis}/?at=-4"),
    "analysis-beside": ("Hazel", "/shared/{shared}/?beside=mine&at=-4"),
    "players": ("", "/people/"),
    "players-found": ("Hazel", "/people/?name=r&game=mastery"),
    "players-none": ("Hazel", "/people/?name=zz"),
    "leaderboards": ("", "/leaderboard/"),
    "leaderboard": ("Hazel", "/leaderboard/mastery/"),
    "ladders": ("", "/ladder/"),
    "ladder": ("Hazel", "/ladder/mastery/"),
    "ladder-watched": ("", "/ladder/mastery/"),
    "ladder-to-join": ("Hazel", "/ladder/masters/"),
    "rating-history": ("Hazel", "/people/Rowan/ratings/mastery/"),
    "profile": ("Hazel", "/people/Rowan/"),
    "profile-of-computer": ("Hazel", "/people/Mastery-steady/"),
    "report": ("Hazel", "/people/Rowan/report/"),
    "report-game": ("Hazel", "/report/game/1/"),
    "block": ("Hazel", "/people/Rowan/block/"),
    "rematches": ("Hazel", "/settings/rematches/"),
    "blocked-players": ("Hazel", "/settings/blocked/"),
    "own-data": ("Hazel", "/settings/your-data/"),
    "close-account": ("Hazel", "/settings/close/"),
    "my-reports": ("Hazel", "/reports/"),
    "my-report": ("Hazel", "/reports/1/"),
    "settings": ("Hazel", "/settings/"),
    "sessions": ("Hazel", "/account/sessions/"),
    "recent-activity": ("Hazel", "/settings/activity/"),
    "vacation": ("Hazel", "/settings/vacation/"),
    "vacation-set": ("Mallow", "/settings/vacation/"),
    "notifications": ("Hazel", "/settings/notifications/"),
    "notifications-when": ("Hazel", "/settings/notifications/when/"),
    "notifications-devices": ("Hazel", "/settings/notifications/devices/"),
    "notifications-discord": ("Hazel", "/settings/notifications/discord/"),
    "notifications-discord-none": ("Rowan", "/settings/notifications/discord/"),
    "notifications-telegram": ("Hazel", "/settings/notifications/telegram/"),
    "notifications-feeds": ("Hazel", "/settings/notifications/feeds/"),
    "inbox": ("Hazel", "/inbox/"),
    "mailbox": ("Juniper", "/mailbox/"),
    "invitation": ("", "/invitation/{invitation}/"),
    "unsubscribe": ("", "/unsubscribe/{unsubscribe}/"),
    "unsubscribe-nothing": ("", "/unsubscribe/nothing/"),
    "never-again": ("", "/never/{never}/"),
    "reset-sent": ("", "/account/password/reset/done/"),
    "reset-new": ("", "/account/password/reset/key/{reset}/"),
    "reset-over": ("", "/account/password/reset/key/done/"),
    "confirm-address": ("", "/account/confirm-email/{confirm}/"),
    "check-your-email": ("", "/account/confirm-email/"),
    "account-inactive": ("", "/account/inactive/"),
    "email": ("Hazel", "/account/email/"),
    "password": ("Hazel", "/account/password/change/"),
    "log-out": ("Hazel", "/account/logout/"),
    "reauthenticate": ("Hazel", "/account/reauthenticate/?next=/account/2fa/"),
    "reauthenticate-code": (STAFF, "/account/2fa/reauthenticate/?next=/account/2fa/"),
    "two-factor": ("Hazel", "/account/2fa/"),
    "two-factor-on": (STAFF, "/account/2fa/"),
    "two-factor-app": ("Hazel", "/account/2fa/totp/activate/"),
    "two-factor-app-off": (STAFF, "/account/2fa/totp/deactivate/"),
    "recovery-codes": (STAFF, "/account/2fa/recovery-codes/"),
    "recovery-codes-new": (STAFF, "/account/2fa/recovery-codes/generate/"),
    "passkeys": (STAFF, "/account/2fa/webauthn/"),
    "passkey-new": ("Hazel", "/account/2fa/webauthn/add/"),
    "passkey-name": (STAFF, "/account/2fa/webauthn/keys/{key}/edit/"),
    "passkey-remove": (STAFF, "/account/2fa/webauthn/keys/{key}/remove/"),
    "moderation": (STAFF, "/moderation/"),
    "moderation-report": (STAFF, "/moderation/reports/1/"),
    "moderation-accounts": (STAFF, "/moderation/reports/{accounts}/"),
    "moderation-appeal": (STAFF, "/moderation/appeals/{appeal}/"),
    "moderation-person": (STAFF, "/moderation/people/Mallow/?second=Rowan"),
    "moderation-games": (STAFF, "/moderation/people/Mallow/games/"),
    "moderation-suspend": (STAFF, "/moderation/people/Mallow/suspend/"),
    "moderation-game": (STAFF, "/moderation/games/1/"),
    "moderation-void": (STAFF, "/moderation/games/1/void/"),
    "moderation-log": (STAFF, "/moderation/log/"),
    "moderation-undo": (STAFF, "/moderation/log/{logged}/undo/"),
    "moderation-people": (STAFF, "/moderation/people/?q=ma"),
    "moderation-signals": (STAFF, "/moderation/signals/"),
    "moderation-site": (STAFF, "/moderation/site/"),
    "moderation-guide": (STAFF, "/moderation/guide/"),
    "moderation-messages": (STAFF, "/moderation/messages/"),
    "moderation-message": (STAFF, "/moderation/messages/{message}/"),
    "decision": ("Mallow", "{decision}"),
    "admin-log-in": ("", "/admin/login/"),
    "admin": (STAFF, "/admin/"),
    "admin-figures": (STAFF, "/admin/figures/"),
    "admin-levels": (STAFF, "/admin/levels/"),
    "admin-games-app": (STAFF, "/admin/games/"),
    "admin-games": (STAFF, "/admin/games/game/"),
    "admin-game": (STAFF, "/admin/games/game/1/change/"),
    "admin-users": (STAFF, "/admin/accounts/user/"),
    "admin-user": (STAFF, "/admin/accounts/user/{hazel}/change/"),
    "admin-vacation": (STAFF, "/admin/accounts/user/{hazel}/give-vacation/"),
    "admin-reports": (STAFF, "/admin/moderation/report/"),
    "admin-report": (STAFF, "/admin/moderation/report/1/change/"),
    "admin-notices": (STAFF, "/admin/notifications/notice/"),
    "admin-announcement": (STAFF, "/admin/mastery_site/announcement/add/"),
    "error-forbidden": ("", "error:403.html"),
    "error-forged": ("", "error:403_csrf.html"),
    "error-sent-before": ("", "error:409.html"),
    "error-outdated": ("Hazel", "error:outdated.html"),
    "error-too-often": ("", "error:429.html"),
    "error-server": ("", "error:500.html"),
    "error-not-now": ("", "error:503.html"),
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


def draw(browser: Browser, address: str, *, cookies: list[dict], path: Path, widths: dict[int, int], html="") -> None:
    """A page in every width and scheme: that of an address, or `html` as if it came from there."""
    with browser.new_context(timezone_id="Europe/Berlin") as context:
        context.add_cookies(cookies)
        page = context.new_page()
        for width, height in widths.items():
            for scheme in SCHEMES:
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)
                page.goto(address)
                if html:
                    page.set_content(html)
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    print(f"{path.name} scrolls sideways at {width} px")
                page.screenshot(path=f"{path}-{width}-{scheme}.png", full_page=True)


def draw_pages(browser: Browser, folder: Path, names: list[str]) -> None:
    """Needs a site of its own, which is started only where there is something to draw."""
    with tempfile.TemporaryDirectory() as data, RunningSite(Path(data) / "site") as site:
        passwords = dict(re.findall(r"^ +(\w+) +([\w-]{10,}) ", site.output, re.M))
        cookies = {name: log_in(browser, site.url, name=name, password=word) for name, word in passwords.items()}
        scene = json.loads(site.manage("shell", text=SCENE.read_text(), within=ANALYSED_WITHIN).splitlines()[-1])
        cookies[STAFF] = [{"name": "sessionid", "value": scene["cookie"], "url": site.url}]
        for name in names:
            who, address = PAGES[name]
            html = scene["errors"][address.removeprefix(ERROR)] if address.startswith(ERROR) else ""
            shown = site.url + ("/about/" if html else address.format(**scene["places"]))
            draw(browser, shown, cookies=cookies.get(who, []), path=folder / name, widths=WIDTHS, html=html)


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
