"""A person at a browser: signs up, opens the links of mails, and plays by clicking."""

from playwright.sync_api import Browser, Page, expect

from engine.contract import Position, Ruleset
from tests.end_to_end.mailbox import link_in, wait_for_mail
from tests.notifications.smtp_sink import Sink

PASSWORD = "correct-horse-battery-staple"


class Person:
    """One person, their own browser and mail address. `mails_read` counts the mails looked at so far."""

    def __init__(self, name: str, *, browser: Browser, site_url: str, sink: Sink) -> None:
        self.name, self.address, self.sink = name, f"{name.lower()}@example.org", sink
        self.context = browser.new_context(base_url=site_url, timezone_id="Europe/Berlin", locale="en-GB")
        self.page: Page = self.context.new_page()
        self.mails_read = 0

    def next_mail(self):
        """Waits for the next mail to this person that was not looked at yet."""
        self.mails_read += 1
        return wait_for_mail(self.sink, self.address, number=self.mails_read)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def sign_up(self) -> None:
        """Signs up and confirms by the link in the mail; is logged in then."""
        self.page.goto("/account/signup/")
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=email]").fill(self.address)
        self.page.locator("[name=password1]").fill(PASSWORD)
        self.press("Sign up")
        expect(self.page.get_by_role("heading", name="Check your email")).to_be_visible()
        self.page.goto(link_in(self.next_mail(), containing="/account/confirm-email/"))
        self.press("Confirm")
        expect(self.page).to_have_url("/")

    def challenge(self, opponent: "Person", *, note: str) -> None:
        """Challenges by name; this person plays the first side, at the default pace."""
        self.page.goto("/challenges/new/")
        self.page.get_by_label("A player on this site").check()
        self.page.get_by_label("Player’s name").fill(opponent.name)
        self.page.locator("details", has_text="More options").evaluate("options => options.open = true")
        self.page.locator("[name=side][value=first]").check()
        self.page.locator("[name=note]").fill(note)
        self.press("Send challenge")
        expect(self.page.get_by_role("heading", name="Your challenge")).to_be_visible()

    def accept(self, link: str) -> None:
        self.page.goto(link)
        self.press("Accept and play")
        self.page.wait_for_url("**/games/*/")

    def play(self, move: str, *, ruleset: Ruleset, position: Position) -> None:
        """Enters a turn by clicks alone, and confirms it."""
        for _, tokens in ruleset.steps(position.canonical(move)):
            for token in tokens:
                self.click(token, label=ruleset.step_labels.get(token, token))
        expect(self.page.locator("[name=text]")).to_have_value(move)
        self.press("Confirm")
        expect(self.page.get_by_text(f"You have played {move}.")).to_be_visible()

    def click(self, token: str, *, label: str) -> None:
        """Clicks a square of the board, or the button of a choice."""
        square = self.page.locator(f'[data-square="{token}"]')
        if square.count():
            square.click()
        else:
            self.page.locator("#tokens").get_by_role("button", name=label).click()
