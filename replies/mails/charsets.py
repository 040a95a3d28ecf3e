"""Turns bytes into text by the charset that a mail names, which is a guess at best."""

import codecs
import re
from functools import lru_cache

_LATIN = "cp1252"
_KNOWN = re.compile(
    r"utf-8|utf-16(?:-[bl]e)?|utf-32|ascii|iso8859-\d{1,2}|cp125\d|cp437|cp85[02]|cp86[26]|cp874|cp932|cp949|cp950|"
    r"koi8-[rtu]|mac-(?:roman|cyrillic)|big5|big5hkscs|gb2312|gbk|gb18030|shift_jis|euc_jp|"
    r"iso2022_jp(?:_(?:ext|1|2|3|2004))?|iso2022_kr|euc_kr|tis-620"
)
"""No codec that is no charset (punycode, idna, unicode_escape) and none that hides ASCII in ASCII (utf-7, hz)."""
_ONE_BYTE = re.compile(r"iso8859|cp125|cp437|cp8[567]|koi8|mac|tis-620")
_OTHER_NAMES = {
    "windows-874": "cp874",
    "dos-874": "cp874",
    "iso-8859-6-i": "iso8859-6",
    "iso-8859-6-e": "iso8859-6",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "logical": "iso8859-8",
    "x-sjis": "cp932",
    "sjis-win": "cp932",
    "windows-31j": "cp932",
    "cswindows31j": "cp932",
    "x-ms-cp932": "cp932",
    "windows-932": "cp932",
    "x-euc-jp": "euc_jp",
    "eucjp-ms": "euc_jp",
    "iso-2022-jp-ms": "iso2022_jp_ext",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "windows-949": "cp949",
    "x-windows-949": "cp949",
    "csksc56011987": "cp949",
    "ks_c_5601": "cp949",
    "ks_c_5601-1989": "cp949",
    "windows-936": "gb18030",
    "x-gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "csgb2312": "gb18030",
    "windows-950": "cp950",
    "x-x-big5": "cp950",
    "cn-big5": "cp950",
    "x-cp1250": "cp1250",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-roman": "mac-roman",
    "unicode-1-1-utf-8": "utf-8",
    "x-unicode20utf8": "utf-8",
    "utf8mb4": "utf-8",
}
"""Names that mail programs use and Python doesn’t know."""
_MEANT = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "iso2022_jp": "iso2022_jp_ext",
}
"""What those who name the one write is often of the other, which has all of its characters."""


@lru_cache(maxsize=100)
def find_codec(charset: str) -> str:
    """The codec of a charset that is one; empty for any other name."""
    name = charset.strip().strip("\"'").lower()
    if not re.fullmatch(r"[a-z0-9_:.-]{1,30}", name) or "." in name:
        return ""
    try:
        found = codecs.lookup(_OTHER_NAMES.get(name, name)).name
    except (LookupError, ValueError):
        return ""
    return _MEANT.get(found, found) if _KNOWN.fullmatch(found) else ""


def decode(data: bytes, charset: str) -> str:
    """The text. Bytes that are UTF-8 are read as such, whatever one-byte charset the mail names."""
    codec = find_codec(charset[:60])
    if codec.startswith(("utf-16", "utf-32")):
        return _decode_wide(data, codec)
    if data.isascii() and not codec.startswith("iso2022"):
        return data.decode("ascii")
    if codec in ("", "ascii", "utf-8") or _ONE_BYTE.match(codec):
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
