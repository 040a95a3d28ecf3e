"""A picture becomes a small square without anything else of the file; whatever else is sent is refused, and costs
little."""

import io
import resource
import subprocess
import zlib

import pytest
from PIL import Image

from accounts.faces import making, squaring
from accounts.faces.making import MOST_PIXELS, SIDE, Unfit, make_face
from core.refusal import Refusal
from tests.accounts.faces import pictures
from tests.accounts.faces.pictures import animate, claim_png, claim_webp, paint, save

RED, BLUE, WHITE = (192, 0, 0), (0, 0, 192), (255, 255, 255)


def read(made: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(made))
    assert (image.format, image.size) == ("WEBP", (SIDE, SIDE))
    return image.convert("RGB")


def is_like(colour, other) -> bool:
    return max(abs(one - two) for one, two in zip(colour, other, strict=True)) < 40


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(64, 64), (300, 200), (200, 300), (1700, 1100), (6000, 70)])
def test_the_middle_becomes_a_square(form, size):
    made = read(make_face(paint(form, size)))
    assert is_like(made.getpixel((40, 128)), RED)
    assert is_like(made.getpixel((SIDE - 40, 128)), BLUE)


@pytest.mark.parametrize(
    ("form", "mode"),
    [
        *(("PNG", mode) for mode in ("1", "L", "LA", "P", "RGBA", "I;16")),
        *(("JPEG", mode) for mode in ("L", "CMYK")),
        ("WEBP", "RGBA"),
    ],
)
def test_every_kind_of_colours_is_read(form, mode):
    image = Image.new("L", (80, 80), 200).convert("I").convert(mode) if mode == "I;16" else None
    read(make_face(save(image, form) if image else paint(form, mode=mode)))


def test_what_is_transparent_becomes_white():
    made = read(make_face(save(Image.new("RGBA", (900, 900), (0, 0, 0, 0)), "PNG")))
    assert is_like(made.getpixel((128, 128)), WHITE)


@pytest.mark.parametrize(("told", "top", "left"), [(1, BLUE, None), (3, RED, None), (6, None, RED), (8, None, BLUE)])
def test_it_is_turned_as_the_camera_was_held(told, top, left):
    made = read(make_face(pictures.turn_by_exif(told)))
    for colour, place in ((top, (128, 20)), (left, (20, 128))):
        assert colour is None or is_like(made.getpixel(place), colour)


def test_nothing_else_of_the_file_is_left():
    """Neither where it was taken, nor a second format behind the first."""
    script = b"<script>alert(1)</script>"
    sent = pictures.turn_by_exif(6) + script + paint("PNG") + b"PK\x03\x04"
    assert b"Spy Camera" in sent
    made = make_face(sent)
    for hidden in (b"Spy Camera", b"taken at home", script, b"Exif", b"EXIF", b"ICCP", b"XMP", b"PNG", b"PK\x03"):
        assert hidden not in made
    assert Image.open(io.BytesIO(made)).getexif() == {}


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"Hello",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='99' height='99'><script>alert(1)</script></svg>",
        b"<html>",
        b"GIF89a" + b"\0" * 90,
        b"%PDF-1.4",
        b"RIFF\0\0\0\0WEBP",
        b"RIFF\0\0\0\0WEBPVP8 ",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
    ],
)
def test_what_is_no_picture_is_refused(sent):
    with pytest.raises(Unfit, match=r"unreadable|too_few"):
        make_face(sent)


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "ICO", "PPM"])
def test_other_formats_are_refused(form):
    with pytest.raises(Unfit, match="unreadable"):
        make_face(paint(form))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_one_that_was_cut_off_is_refused(form, part):
    whole = paint(form, (900, 700))
    with pytest.raises(Unfit, match="unreadable"):
        make_face(whole[: int(len(whole) * part)])


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_one_that_moves_is_refused(form):
    with pytest.raises(Unfit, match="animated"):
        make_face(animate(form))


def test_a_picture_of_40_megapixels_is_refused_and_one_of_25_taken():
    with pytest.raises(Unfit, match="too_many_pixels"):
        make_face(save(Image.new("L", (8000, 5000)), "PNG"))
    read(make_face(save(Image.new("L", (5000, 5000)), "PNG")))
    with pytest.raises(Unfit, match="too_few_pixels"):
        make_face(paint(size=(1000, 63)))


@pytest.mark.parametrize(
    "sent",
    [
        claim_png(5001, 5000),
        claim_png(60_000, 60_000),
        claim_png(2**31 - 1, 2**31 - 1),
        claim_png(60_000, 60_000, packed=zlib.compress(bytes(10_000_000))),
        claim_webp(16_000, 16_000),
        claim_webp(1 << 24, 1 << 24),
        b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (0xFFFFFFF).to_bytes(4, "little"),
        b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\xff\x3f\xff\x3f",
    ],
)
def test_a_bomb_is_refused_by_what_it_says_of_its_size(sent):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Unfit, match="too_many_pixels"):
        make_face(sent)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 50_000  # kB


def test_a_file_of_pixels_that_hardly_pack_becomes_small():
    assert len(make_face(pictures.make_noise(900))) < 100_000


# --- In its own process -----------------------------------------------------------------------------------------------
def test_it_is_made_in_a_process_with_bounds():
    read(squaring.make_square(paint("JPEG")))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_the_largest_that_is_taken_has_room_there(form):
    side = int(MOST_PIXELS**0.5)
    read(squaring.make_square(paint(form, (side, side), "RGB" if form == "JPEG" else "RGBA")))


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"Hello", "unreadable"),
        (animate("PNG"), "animated"),
        (claim_png(60_000, 60_000), "too_many_pixels"),
        (paint(size=(20, 20)), "too_few_pixels"),
        (bytes(squaring.MOST_BYTES + 1), "too_large"),
    ],
)
def test_what_is_refused_there_is_told_in_a_sentence(sent, code):
    with pytest.raises(Refusal) as refused:
        squaring.make_square(sent)
    assert (refused.value.code, refused.value.status) == (code, 422)


def test_one_that_needs_more_memory_than_it_may_have_is_refused(monkeypatch):
    bounded = f"import sys; from accounts.faces import making; making.MOST_MEMORY = {100 << 20}; "
    run = bounded + "sys.exit(making.main(sys.stdin.buffer, sys.stdout.buffer))"
    monkeypatch.setattr(squaring, "MAKING", (*squaring.MAKING[:1], "-c", run))
    with pytest.raises(Refusal) as refused:
        squaring.make_square(paint("PNG", (5000, 5000), "RGBA"))
    assert refused.value.code == "unreadable"
    read(squaring.make_square(paint("PNG", (500, 500))))


def test_one_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(squaring, "MAKING", (*squaring.MAKING[:1], "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(squaring, "LONGEST", 0.5)
    with pytest.raises(Refusal) as refused:
        squaring.make_square(paint())
    assert refused.value.code == "unreadable"
    with squaring.be_alone():  # the next one has not to wait
        pass


def test_one_is_made_at_a_time_and_who_waits_too_long_is_told_so(monkeypatch):
    monkeypatch.setattr(squaring, "WAIT", 0.05)
    with squaring.be_alone(), pytest.raises(Refusal) as refused:
        squaring.make_square(paint())
    assert (refused.value.code, refused.value.status) == ("busy", 503)


def test_it_needs_nothing_of_the_site():
    told = "import sys, accounts.faces.making; print([name for name in sys.modules if name.startswith('django')])"
    assert subprocess.run([squaring.MAKING[0], "-c", told], capture_output=True, check=True).stdout.strip() == b"[]"
    assert making.SIDE == 256
