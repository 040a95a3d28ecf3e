"""What can be asserted of how a page looks: axe finds nothing, in light and dark, nothing sticks out sideways, and no
button breaks in the middle of a word."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe().axe_script
RUN = "options => axe.run({resultTypes: ['violations'], ...options}).then(found => found.violations)"
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules by which a page may be right in one scheme and wrong in another, where nothing but colours differs."""
BROKEN = """[...document.querySelectorAll("button, .button")].filter(each => {
  const text = document.createRange(), words = each.textContent.trim().split(/\\s+/);
  text.selectNodeContents(each);
  const lines = new Set([...text.getClientRects()].filter(box => box.width).map(box => Math.round(box.bottom)));
  const short = each.checkVisibility() && !each.children.length && words.every(word => word.length < 16);
  return short && lines.size > words.length;
}).map(each => each.textContent.trim())"""
"""Buttons whose words stand on more lines than there are words, but for words as long as the longest names."""

STICKING_OUT = """(() => {
  const reaches = each => each.getBoundingClientRect().right > innerWidth + 1;
  const within = each => each && (getComputedStyle(each).overflowX !== "visible" || within(each.parentElement));
  const found = [...document.body.querySelectorAll("*")].filter(reaches).filter(each => !within(each.parentElement));
  const name = each => `${each.tagName.toLowerCase()}.${each.className.baseVal ?? each.className}`;
  const innermost = found.filter(each => ![...each.children].some(reaches)).slice(0, 4);
  return innermost.map(each => `${name(each)}: ${each.textContent.trim().slice(0, 30)}`).join("; ");
})()"""
"""The innermost elements that reach beyond the right edge of the window, four at most."""


def find_faults(
    page: Page, *, schemes: tuple[str, ...] = ("light", "dark"), without: tuple[str, ...] = ()
) -> list[str]:
    """What axe finds in the page as it stands, in these schemes, broken buttons, and whether it scrolls sideways.

    `without` names rules of axe that do not apply.
    """
    found = []
    if page.evaluate("window.axe === undefined"):  # half a megabyte to read and compile, once a page
        page.evaluate(AXE)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        options = {"rules": {rule: {"enabled": False} for rule in without}}
        if scheme != schemes[0]:
            options["runOnly"] = COLOURS
        for fault in page.evaluate(RUN, options):
            where = ", ".join(node["target"][0] for node in fault["nodes"][:3])
            found.append(f"{page.url} {scheme}: {fault['id']} at {where}")
    found += [f"{page.url}: the button {words!r} breaks in a word" for words in page.evaluate(BROKEN)]
    return found + find_overflow(page)


def find_overflow(page: Page) -> list[str]:
    """By how much the page is wider than its window, and what sticks out."""
    sticks_out = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{page.url}: {sticks_out} pixels too wide, by {page.evaluate(STICKING_OUT)}"] if sticks_out > 0 else []


def enlarge_text(page: Page) -> None:
    """Sets the size of text to 200 % of what it is at first, as one does in Chromium’s settings."""
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
