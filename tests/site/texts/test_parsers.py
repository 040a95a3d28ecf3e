"""No parser of a library costs more than in proportion to the length of what the code gives it.

A new one is found by itself. A row says how it is called, and to how many characters its callers keep a text that it
reads with the square of the length; or why nobody's text reaches it.
"""

import base64
import binascii
import email
import email.utils
import html
import ipaddress
import json
import urllib.parse
from collections.abc import Callable
from contextlib import suppress
from email.header import decode_header

import pytest
from django.core import signing, validators
from django.utils import html as django_html
from django.utils import http, text

from accounts.emails.mails import wrap_lines
from accounts.models import User
from replies.mails.markup import read_html
from replies.mails.parsing import LONGEST_RAW_VALUE
from tests.costs import MORE_SHAPES, find_excess, repeat
from tests.rows import each_row

pytestmark = pytest.mark.late
Read = Callable[[str], object]
TRIED: dict[str, Read] = {
    "base64.b32decode": base64.b32decode,
    "base64.b64decode": base64.b64decode,
    "binascii.a2b_base64": binascii.a2b_base64,
    "binascii.a2b_qp": lambda given: binascii.a2b_qp(given.encode()),
    "django.core.signing.loads": signing.loads,
    "django.core.signing.Signer": signing.Signer().unsign,
    "django.core.validators.validate_email": validators.validate_email,
    "django.utils.html.conditional_escape": django_html.conditional_escape,
    "django.utils.html.format_html": lambda given: django_html.format_html("{}", given),
    "django.utils.html.format_html_join": lambda given: django_html.format_html_join(",", "{}", [(given,)]),
    "django.utils.html.json_script": django_html.json_script,
    "django.utils.http.content_disposition_header": lambda given: http.content_disposition_header(True, given),
    "django.utils.http.parse_etags": http.parse_etags,
    "django.utils.http.url_has_allowed_host_and_scheme": lambda given: http.url_has_allowed_host_and_scheme(given, "a"),
    "django.utils.http.urlencode": lambda given: http.urlencode({"a": given}),
    "django.utils.text.capfirst": text.capfirst,
    "django.utils.text.slugify": text.slugify,
    "email.header.decode_header": decode_header,
    "email.message_from_bytes": lambda given: email.message_from_bytes(given.encode()),
    "email.utils.parseaddr": email.utils.parseaddr,
    "email.utils.parsedate_to_datetime": email.utils.parsedate_to_datetime,
    "html.escape": html.escape,
    "ipaddress.ip_address": ipaddress.ip_address,
    "ipaddress.ip_network": ipaddress.ip_network,
    "json.JSONDecoder": json.JSONDecoder().decode,
    "json.dumps": json.dumps,
    "json.loads": json.loads,
    "selectolax.lexbor.LexborHTMLParser": read_html,
    "textwrap.wrap": wrap_lines,
    "urllib.parse.parse_qs": urllib.parse.parse_qs,
    "urllib.parse.parse_qsl": urllib.parse.parse_qsl,
    "urllib.parse.quote": urllib.parse.quote,
    "urllib.parse.quote_plus": urllib.parse.quote_plus,
    "urllib.parse.unquote": urllib.parse.unquote,
    "urllib.parse.urlencode": lambda given: urllib.parse.urlencode({"a": given}),
    "urllib.parse.urlsplit": urllib.parse.urlsplit,
}
KEPT_SHORT = {
    "django.utils.text.slugify": User._meta.get_field("username").max_length,
    "email.header.decode_header": LONGEST_RAW_VALUE,
}
"""To how many characters all callers keep what is read at once."""
READS_NO_TEXT_OF_OTHERS = {
    "base64.b32encode": "bytes of ours",
    "base64.b64encode": "bytes, each once",
    "base64.urlsafe_b64encode": "bytes of ours",
    "django.core.signing.dumps": "what the site writes",
    "django.core.validators.MaxLengthValidator": "a length",
    "django.core.validators.MaxValueValidator": "a number",
    "django.core.validators.MinValueValidator": "a number",
    "django.core.validators.ProhibitNullCharactersValidator": "one search",
    "email.headerregistry.Address": "a setting",
    "email.message.EmailMessage": "what the site writes",
    "email.message.Message": "the kind of an argument",
    "email.mime.image.MIMEImage": "pictures of ours",
    "email.utils.format_datetime": "a time",
    "email.utils.formatdate": "a time",
    "email.utils.make_msgid": "a setting",
    "ipaddress.IPv4Address": "the kind of a value",
    "ipaddress.IPv4Network": "the kind of a value",
    "ipaddress.IPv6Address": "the kind of a value",
    "ipaddress.IPv6Network": "the kind of a value",
    "json.JSONEncoder": "rows of the site",
    "selectolax.lexbor.LexborDocumentOptions": "an option",
    "selectolax.lexbor.LexborNode": "the kind of an argument",
    "tomllib.loads": "files of ours",
    "urllib.parse.SplitResult": "the kind of a value",
}
OF_PARSERS = (
    "> a",
    '{"a":',
    "[1,",
    '"\\',
    "%41",
    "a=b&",
    "=?utf-8?q?=41?= ",
    "=41",
    "=\n",
    "&amp;",
    "&#1;",
    '"a",',
    "a:",
)
SHAPES = MORE_SHAPES | {f"{piece!r} of a parser": repeat(piece) for piece in OF_PARSERS}


@each_row("name", TRIED)
def test_a_parser_costs_in_proportion_to_the_length_of_any_text(name):
    def read(given: str) -> None:
        longest = KEPT_SHORT.get(name, len(given))
        for start in range(0, len(given), longest):
            with suppress(Exception):  # most of these are refused, by faults of many kinds
                TRIED[name](given[start : start + longest])

    assert [f"{told}: {found}" for told, shape in SHAPES.items() if (found := find_excess(read, shape))] == []


def test_what_is_kept_short_is_tried():
    assert set(KEPT_SHORT) <= set(TRIED)
