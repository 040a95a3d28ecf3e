"""What can be asserted of how a page looks: axe finds nothing, in light and dark, and nothing sticks out sideways."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def find_faults(
    page: Page, *, schemes: tuple[str, ...] = ("light", "dark"), without: tuple[str, ...] = ()
) -> list[str]:
    """What axe finds in the page as it stands, in these schemes, and whether it scrolls sideways.

    `without` names rules of axe that do not apply.
    """
    found = []
    options = {"rules": {rule: {"enabled": False} for rule in without}}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for fault in Axe().run(page, options=options).response["violations"]:
            where = ", ".join(node["target"][0] for node in fault["nodes"][:3])
            found.append(f"{page.url} {scheme}: {fault['id']} at {where}")
    sticks_out = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found + ([f"{page.url}: {sticks_out} pixels too wide"] if sticks_out > 0 else [])
