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
from tests.screenshot_pages import PAGES, STAFF

WIDTHS = {360: 640, 768: 1024, 1280: 800, 1920: 1080}
MAIL_WIDTHS = {320: 640, 360: 640, 1280: 800}
ERROR = "error:"
"""Before the name of a template: a page that no address gives."""
SCENE = Path(__file__).parent / "screenshot_scene.py"
ANALYSED_WITHIN = 600
"""Seconds: a scene has a game analysed, with both looks."""
SCHEMES = ("light", "dark")


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
