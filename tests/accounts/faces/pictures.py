"""Pictures of every form, good ones and those that somebody means harm by."""

import io
import struct
import zlib
from random import Random

from PIL import Image


def paint(form="PNG", size=(300, 200), mode="RGB", **options) -> bytes:
    """The left half red, the right one blue."""
    image = Image.new("RGB", size, "#c00000")
    image.paste("#0000c0", (size[0] // 2, 0, *size))
    return save(image.convert(mode), form, **options)


def save(image, form, **options) -> bytes:
    with io.BytesIO() as file:
        image.save(file, form, **options)
        return file.getvalue()


def animate(form: str) -> bytes:
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("red", "green", "blue")]
    return save(frames[0], form, save_all=True, append_images=frames[1:], duration=100)


def make_noise(size: int) -> bytes:
    """A PNG that can't be packed."""
    return save(Image.frombytes("RGB", (size, size), Random(1).randbytes(size * size * 3)), "PNG")


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def claim_png(width: int, height: int, *, packed: bytes = b"") -> bytes:
    """A PNG that says it is so large, of a few bytes."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def claim_webp(width: int, height: int) -> bytes:
    """A WebP of the extended kind that says it is so large."""
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(body)) + body


def turn_by_exif(told: int, **fields) -> bytes:
    """A JPEG that was held otherwise, with where it was taken."""
    image = Image.new("RGB", (400, 400), "#c00000")
    image.paste("#0000c0", (0, 0, 400, 200))  # above
    exif = Image.Exif()
    exif[0x0112] = told
    exif[0x010F] = "Spy Camera"
    exif.get_ifd(0x8825)[1] = "N"
    return save(image, "JPEG", exif=exif, comment=b"taken at home", **fields)
