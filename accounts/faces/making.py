"""Makes a face of whatever somebody sent: a square WebP, drawn anew from the pixels alone. It needs Pillow, not Django.

It runs as a process of its own, with bounds of memory and time (`squaring.py`): what comes from strangers is decoded
here and nowhere else. It reads the file from its input and writes the picture, or the word for what is wrong with it.
"""

from __future__ import annotations

import resource
import sys
import warnings
from contextlib import suppress
from io import BytesIO
from typing import Any, BinaryIO

SIDE = 256
"""Pixels of the face."""
MOST_PIXELS = 25_000_000
FEWEST = 64
"""Pixels that each side of what is sent has at least."""
MOST_MEMORY = 1 << 30
"""Bytes of addresses, Python's own included. 25 million pixels take 100 MB, and a decoder may hold them four times."""
MOST_SECONDS = 20
FORMATS = ("JPEG", "PNG", "WEBP")
BAND = 64
"""Rows of the smaller picture that are made at once, so that no second copy of the whole is needed."""
ORIENTATION = 0x0112
"""The field of EXIF that says how the camera was held."""
QUALITY = 84


class Unfit(Exception):
    """It can't become a face; the argument is a word that `squaring.py` has a sentence for."""


def make_face(content: bytes) -> bytes:
    """The face. Raises Unfit: unreadable, too_many_pixels, too_few_pixels, animated."""
    from PIL import Image

    refuse_large_webp(content)
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image = Image.open(BytesIO(content), formats=FORMATS)
            refuse_size(*image.size)
            if getattr(image, "is_animated", False):
                raise Unfit("animated")
            turned = image.getexif().get(ORIENTATION, 1)
            image.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG is decoded at an eighth of its size where that is enough
            image.load()
            square = cut_square(image)
        except (Image.DecompressionBombWarning, Image.DecompressionBombError):
            raise Unfit("too_many_pixels") from None
        except Unfit:
            raise
        except Exception:  # whatever decoders make of a broken file
            raise Unfit("unreadable") from None
    with BytesIO() as made:
        hold_upright(square, turned).save(made, "WEBP", quality=QUALITY, method=4)
        return made.getvalue()


def refuse_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise Unfit("too_many_pixels")
    if min(width, height) < FEWEST:
        raise Unfit("too_few_pixels")


def refuse_large_webp(content: bytes) -> None:
    """Pillow asks WebP's decoder for room before it says how large the picture is."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return
    kind, head = content[12:16], content[20:30].ljust(10, b"\0")
    if kind == b"VP8X":
        refuse_size(1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:10], "little"))
    elif kind == b"VP8L":
        bits = int.from_bytes(head[1:5], "little")
        refuse_size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    elif kind == b"VP8 ":
        refuse_size(int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF)
    else:
        raise Unfit("unreadable")


def cut_square(image: Any) -> Any:  # of Pillow, which is imported where it is needed
    """The middle of the picture, as large as a face, on white where it is transparent."""
    from PIL import Image

    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    factor = max(1, side // (2 * SIDE))
    small = Image.new("RGB", (side // factor, side // factor), "white")
    for row in range(0, small.height, BAND):
        rows = min(BAND, small.height - row)
        box = (left, top + row * factor, left + small.width * factor, top + (row + rows) * factor)
        band = image.crop(box).convert("RGBA").reduce(factor)
        small.paste(band, (0, row), band)
    return small.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def hold_upright(square: Any, told: int) -> Any:
    """As the camera was held, by the number that EXIF has for it."""
    from PIL import Image

    ways = {2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE", 6: "ROTATE_270"}
    way = {**ways, 7: "TRANSVERSE", 8: "ROTATE_90"}.get(told)
    return square.transpose(Image.Transpose[way]) if way else square


def main(given: BinaryIO, taken: BinaryIO) -> int:
    """Returns 0 with the picture written, or 1 with the word for what is wrong."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # where memory runs short, this process goes, and not the site
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    try:
        taken.write(make_face(given.read()))
    except Unfit as fault:
        taken.write(str(fault).encode())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
