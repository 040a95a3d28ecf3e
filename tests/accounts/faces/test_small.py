"""In emails a face is a small PNG: the picture, or the figure of whoever has none that is shown."""

import io

import pytest
from django.utils import timezone
from PIL import Image

from accounts.faces import keeping
from accounts.faces.small import SIDE, draw_small
from accounts.models import Picture, User
from accounts.profile.names import call_computer
from tests.accounts.faces.pictures import paint

pytestmark = pytest.mark.django_db


def read(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.size) == ("PNG", (SIDE, SIDE))
    return image.convert("RGB")


def find(user) -> User:
    return User.objects.get(pk=user.pk)


def test_a_figure_is_drawn_in_its_colours(alice, boris):
    assert read(draw_small(alice)).tobytes() != read(draw_small(boris)).tobytes()
    assert len(draw_small(alice)) < 4_000


def test_a_computer_is_drawn_by_its_level():
    computer = User(pk=3, username=call_computer("mastery", "newcomer"), kind=User.Kind.COMPUTER)
    read(draw_small(computer))


def test_a_picture_is_drawn_until_it_is_removed(alice):
    figure = draw_small(alice)
    keeping.upload(alice, paint(), now=timezone.now())
    red, _, blue = read(draw_small(find(alice))).getpixel((5, 32))
    assert red > 150 > blue
    keeping.remove([Picture.objects.get().pk], now=timezone.now())
    assert draw_small(find(alice)) == figure


def test_one_that_was_deleted_a_moment_ago_leaves_the_figure(alice):
    figure = draw_small(alice)
    keeping.upload(alice, paint(), now=timezone.now())
    older = find(alice)
    Picture.objects.all().delete()
    assert draw_small(older) == figure
