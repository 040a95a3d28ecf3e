"""A turn of the other side on an open page: the piece slides there, and who wants it hears a soft sound. Neither where
the system asks for less motion."""

import pytest
from playwright.sync_api import expect

from tests.factories import GameFactory, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTEN = """
window.slides = [];
window.tones = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  slides.push(timing.duration);
  return animate.call(this, frames, timing);
};
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  tones += 1;
  return create.call(this);
};
"""


@pytest.mark.parametrize(
    ("sounds", "motion", "heard", "slid"),
    [(True, "no-preference", 1, [200]), (False, "no-preference", 0, [200]), (True, "reduce", 0, [])],
)
def test_a_turn_of_the_other_side_slides_and_is_heard(browse, alice, boris, sounds, motion, heard, slid):
    alice.sounds = sounds
    alice.save()
    game = GameFactory(first=alice, second=boris, turns=("Md1-c1",))
    page = browse(alice, reduced_motion=motion)
    page.add_init_script(LISTEN)
    page.goto(game.get_absolute_url())
    page.wait_for_load_state()
    page.locator(".turns-scroll").click(
        position={"x": 3, "y": 3}
    )  # before a first click no browser lets a page be heard
    page.evaluate("window.slides.length = 0")
    play_turns(game, "Me8-f8")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#staged")).to_contain_text("Your turn.")
    assert page.evaluate("[window.tones, window.slides]") == [heard, slid]
