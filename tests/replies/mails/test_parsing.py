"""The headers of a mail: who sent it, to whom, and what it is called; nothing where programs could disagree."""

from replies.mails.parsing import (
    MOST_HEADERS,
    is_same_address,
    parse,
    read_addresses,
    read_header,
    read_headers,
    read_message_id,
    read_sender,
)
from tests.rows import each_row

SENDERS = {
    "From: kim@example.org": "kim@example.org",
    "From: Kim <Kim@Example.ORG>": "kim@example.org",
    'From: "Kim, the \\"great\\"" <kim@example.org>': "kim@example.org",
    "From: =?utf-8?q?Kim_=3Cboris=40example=2Eorg=3E?= <kim@example.org>": "kim@example.org",
    "From: kim@example.org (Kim (at home))": "kim@example.org",
    "from : kim@example.org": "kim@example.org",
    "From:\r\n kim@example.org": "kim@example.org",
    "From: kim@example.org <kim@example.org>": "kim@example.org",
    "From: kim@bücher.example": "kim@bücher.example",
    "From: kim@example.org\r\nFrom: kim@example.org": "",
    "From: kim@example.org\rFrom: boris@example.org": "",
    "From: kim@example.org\r\nno header\r\nFrom: boris@example.org": "",
    "From: kim@example.org, boris@example.org": "",
    "From: boris@example.org <kim@example.org>": "",
    "From: <boris@example.org> <kim@example.org>": "",
    "From: <kim@example.org> boris@example.org": "",
    "From: Group: kim@example.org;": "",
    "From: kim@example.org (Kim": "",
    'From: "Kim <kim@example.org>': "",
    "From: kim\x00@example.org": "",
    "From: kim": "",
    "From: <>": "",
    "From:": "",
    "X-From: kim@example.org": "",
    "From: " + "x" * 5000 + " <kim@example.org>": "",
}


@each_row("head", SENDERS)
def test_the_sender_is_certain_or_nobody(head):
    assert read_sender(parse(head.encode() + b"\r\n\r\na2-a3")) == SENDERS[head]


def test_recipients():
    mail = parse(
        b'To: "No <no@example.org>" <TURN+abc@reply.example.org>, Friends: kim@example.org;\r\n'
        b"Cc: (no@example.org) boris@example.org\r\n"
        b"Delivered-To: one@example.org\r\nDelivered-To: two@example.org\r\n\r\n"
    )
    found = read_addresses(mail, "To", "Cc", "Delivered-To", "X-Original-To")
    assert found == [
        "turn+abc@reply.example.org",
        "kim@example.org",
        "boris@example.org",
        "one@example.org",
        "two@example.org",
    ]


IDENTIFIERS = {
    "<1@example.org>": "<1@example.org>",
    " <1@example.org>\t": "<1@example.org>",
    "1@example.org": "",
    "<1@exam ple.org>": "",
    "<1@bücher.example>": "",
    f"<{'x' * 300}@example.org>": "",
    "": "",
}


@each_row("value", IDENTIFIERS)
def test_the_identifier_is_printable_and_short(value):
    assert read_message_id(parse(f"Message-ID: {value}\r\n\r\n".encode())) == IDENTIFIERS[value]


HEADERS = {
    b"Re: Your turn": "Re: Your turn",
    b"Re:\r\n\tYour\r\n  turn": "Re: Your turn",
    b"=?utf-8?q?F=C3=BCr?= =?iso-8859-1?b?ZGljaA==?=": "Fürdich",
    "Für".encode(): "Für",
    "Für".encode("latin-1"): "Für",
    b"=?utf-7?q?+AHI-?=": "+AHI-",
    b"=?utf-8?b?=?=": "",
    b"=?x?b?Y?=": "=?x?b?Y?=",
    b"a\x00b\xe2\x80\xaec": "a bc",
    b"x" * 5000: "x" * 1000,
}


@each_row("value", HEADERS)
def test_a_header_is_one_clean_line(value):
    assert read_header(parse(b"Subject: " + value + b"\r\n\r\n"), "subject") == HEADERS[value]


def test_headers_from_the_top_and_not_too_many():
    mail = parse(b"".join(b"Received: %d\n" % number for number in range(50)) + b"\n")
    assert read_headers(mail, "Received") == [str(number) for number in range(20)]


def test_a_mail_with_too_many_headers_has_none():
    mail = parse(b"From: kim@example.org\n" + b"X: y\n" * MOST_HEADERS + b"\na2-a3")
    assert (mail.keys(), read_sender(mail)) == ([], "")


def test_the_same_address_in_unicode_and_ascii():
    assert is_same_address("Kim@Bücher.example", "kim@xn--bcher-kva.example")
    assert not is_same_address("", "")
    assert not is_same_address("kim@example.org", "kim@example.com")
