"""Turns bytes into text by the charset that a mail names, which is a guess at best."""

import codecs
import re
from functools import lru_cache

_LATIN = "cp1252"
_KNOWN = re.compile(
    r"utf-8|utf-16(?:-[bl]e)?|utf-32|ascii|iso8859-\d{1,2}|cp125\d|cp437|cp85[02]|cp866|cp932|cp949|koi8-[ru]|"
    r"mac-roman|big5|gb2312|gbk|gb18030|shift_jis|euc_jp|iso2022_jp|euc_kr|tis-620"
)
"""No codec that is no charset (punycode, idna, unicode_escape) and none that hides ASCII in ASCII (utf-7)."""


@lru_cache(maxsize=100)
def find_codec(charset: str) -> str:
    """The codec of a charset that is one; empty for any other name."""
    name = charset.strip().strip("\"'").lower()
    if not re.fullmatch(r"[a-z0-9_:.-]{1,30}", name) or "." in name:
        return ""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return found if _KNOWN.fullmatch(found) else ""


def decode(data: bytes, charset: str) -> str:
    """The text. Bytes that are UTF-8 are read as such, whatever one-byte charset the mail names."""
    codec = find_codec(charset[:60])
    if codec.startswith(("utf-16", "utf-32")):
        return _decode_wide(data, codec)
    if data.isascii() and codec != "iso2022_jp":
        return data.decode("ascii")
    if codec in ("", "ascii", "utf-8") or codec.startswith(("iso8859", "cp125")):
        text = _try_utf_8(data)
        if text is not None:
            return text
    if codec in ("", "ascii", "utf-8", "iso8859-1"):
        codec = _LATIN
    try:
        return data.decode(codec, "replace")
    except (UnicodeError, LookupError, ValueError):
        return data.decode("latin-1")


def _try_utf_8(data: bytes) -> str | None:
    """The text if the bytes are UTF-8, maybe cut within the last character."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return None
        return data[: error.start].decode("utf-8")


def _decode_wide(data: bytes, codec: str) -> str:
    """UTF-16 and UTF-32; without a mark, the order of bytes follows from where the zeros of ASCII stand."""
    if codec == "utf-16" and data[:2] not in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        codec = "utf-16-be" if data[0:2000:2].count(0) >= data[1:2000:2].count(0) else "utf-16-le"
    try:
        return data.decode(codec, "replace")
    except (UnicodeError, LookupError, ValueError):
        return data.decode("latin-1")
