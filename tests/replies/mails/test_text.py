"""The text of a mail: its first part of text, else its HTML, in whichever encoding."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from replies.mails.lines import find_lines
from replies.mails.parsing import parse
from replies.mails.text import read_text
from tests.rows import each_row


def make(head: str, body: bytes = b"a2-a3\r\n") -> bytes:
    return f"From: kim@example.org\r\n{head}\r\n\r\n".replace("\n\n", "\n").encode() + body


FLOWED = "Content-Type: text/plain; format=flowed"
ENCODED = {
    "no type at all": ("X: y", "Zug für dich".encode(), "Zug für dich"),
    "Latin": ("Content-Type: text/plain; charset=iso-8859-1", "Zug für dich".encode("latin-1"), "Zug für dich"),
    "the euro of 8859-15": ("Content-Type: text/plain; charset=ISO-8859-15", "5 €".encode("iso-8859-15"), "5 €"),
    "Windows": ("Content-Type: text/plain; charset=Windows-1252", "“Zug”".encode("cp1252"), "“Zug”"),
    "Windows that says Latin": ("Content-Type: text/plain; charset=iso-8859-1", "“Zug”".encode("cp1252"), "“Zug”"),
    "Polish": ("Content-Type: text/plain; charset=iso-8859-2", "źle".encode("iso-8859-2"), "źle"),
    "UTF-8 that says Latin": ("Content-Type: text/plain; charset=iso-8859-1", "für".encode(), "für"),
    "UTF-8 that says ASCII": ("Content-Type: text/plain; charset=us-ascii", "für".encode(), "für"),
    "Latin that says UTF-8": ("Content-Type: text/plain; charset=utf-8", "für".encode("latin-1"), "für"),
    "UTF-16 with its mark": ("Content-Type: text/plain; charset=utf-16", "für".encode("utf-16"), "für"),
    "UTF-16 without": ("Content-Type: text/plain; charset=utf-16", "für dich".encode("utf-16-be"), "für dich"),
    "an unknown charset": ("Content-Type: text/plain; charset=x-klingon", "für".encode(), "für"),
    "utf-7 hides nothing": ("Content-Type: text/plain; charset=utf-7", b"+AHIAZQBzAGkAZwBu-", "+AHIAZQBzAGkAZwBu-"),
    "quoted-printable": ("Content-Transfer-Encoding: Quoted-Printable", b"a2=\r\n-a3=20=3D", "a2-a3 ="),
    "base64": ("Content-Transfer-Encoding: BASE64", b"YTIt\r\nYTM=\r\n", "a2-a3"),
    "broken base64": ("Content-Transfer-Encoding: base64", b"YTIt YTM\r\n-", "a2-a3"),
    "an unknown encoding": ("Content-Transfer-Encoding: x-uuencode", b"a2-a3", "a2-a3"),
    "flowing lines": (
        FLOWED,
        b"note one \r\ntwo\r\n> a \r\n> b\r\n c",
        "note one two\n> a b\nc",
    ),
    "delsp": (FLOWED + "; delsp=yes", b"a2 \r\n-a3", "a2-a3"),
    "a signature does not flow": (
        FLOWED,
        b"a2-a3\r\n-- \r\nresign",
        "a2-a3\n-- \nresign",
    ),
}


@each_row("name", ENCODED)
def test_encodings(name):
    head, body, expected = ENCODED[name]
    assert read_text(parse(make(head, body))).strip() == expected


MARKUP = {
    "paragraphs": ("<p>a2-a3</p><p>draw</p>", ["a2-a3", "draw"]),
    "no paragraphs": ("a2-a3<br>draw", ["a2-a3", "draw"]),
    "entities": ("a2&#45;a3 &amp; &lt;b&gt; &nbsp;x", ["a2-a3 & <b> x"]),
    "split by tags": ("<b>a2</b>-<i>a3</i>", ["a2-a3"]),
    "a head that does not end": ("<html><head><title>no</title><body>a2-a3", ["a2-a3"]),
    "hidden": ('<div style="display: none">resign</div><span style="font-size:0px">draw</span>a2-a3', ["a2-a3"]),
    "small, but there": ('<span style="font-size:0.9em">a2-a3</span>', ["a2-a3"]),
    "scripts and styles": ("<style>resign</style><script>if (a<b) resign</script>a2-a3", ["a2-a3"]),
    "a comment": ("<!-- resign --><!--[if mso]>resign<![endif]-->a2-a3", ["a2-a3"]),
    "a quote": ("<blockquote>resign</blockquote>a2-a3", ["a2-a3"]),
    "a quote that an inline element would end": ("<p><b><blockquote>x</b></p>resign</blockquote>a2-a3", ["a2-a3"]),
    "a quote that never ends": ("a2-a3<blockquote>x<br>resign", ["a2-a3"]),
    "a long quote, answered below": (f"<blockquote>{'word ' * 20}</blockquote>a2-a3", ["a2-a3"]),
    "a line at the left": ('<div style="border-left:2px solid">resign</div>a2-a3', ["a2-a3"]),
    "no line at the left": ('<div style="border-left:none">a2-a3</div>', ["a2-a3"]),
    "a class of a quoted Outlook": ('a2-a3<div id="x_divRplyFwdMsg">x</div>resign', ["a2-a3"]),
    "an angle in an attribute": ('<a title="x > resign" href="#">a2-a3</a>', ["a2-a3"]),
    "less than": ("note 2 < 3<br>a2-a3", ["note 2 < 3", "a2-a3"]),
    "cut within a tag": ("a2-a3<br><div class='resign", ["a2-a3"]),
    "a table": ("<table><tr><td>a2</td><td>-a3</td></tr><tr><td>draw</td></tr></table>", ["a2 -a3", "draw"]),
    "preformatted": ("<pre>a2-a3\ndraw</pre>", ["a2-a3", "draw"]),
    "a number too long to be a character": (f"a2-a3 &#{'9' * 5000};", ["a2-a3"]),
}


@each_row("name", MARKUP)
def test_markup(name):
    html, expected = MARKUP[name]
    assert find_lines(read_text(parse(make("Content-Type: text/html; charset=utf-8", html.encode())))) == expected


def join(*parts: str, kind: str = "mixed") -> bytes:
    inner = "".join(f"--b\r\n{part}\r\n" for part in parts)
    return make(f"Content-Type: multipart/{kind}; boundary=b", f"about\r\n{inner}--b--\r\nafter".encode())


PARTS = {
    "the text before the HTML": (
        join("Content-Type: text/html\r\n\r\nno", "Content-Type: text/plain\r\n\r\na2-a3", kind="alternative"),
        "a2-a3",
    ),
    "the HTML where the text is empty": (
        join("Content-Type: text/plain\r\n\r\n \r\n", "Content-Type: text/html\r\n\r\na2-a3", kind="alternative"),
        "a2-a3",
    ),
    "no attachment": (join('Content-Disposition: attachment; filename="a.txt"\r\n\r\nresign', "\r\na2-a3"), "a2-a3"),
    "no attachment by name": (join("Content-Type: text/plain; name=a.txt\r\n\r\nresign", "\r\na2-a3"), "a2-a3"),
    "no mail within": (join("Content-Type: message/rfc822\r\n\r\nFrom: x\r\n\r\nresign", "\r\na2-a3"), "a2-a3"),
    "nothing of another kind": (join("Content-Type: text/calendar\r\n\r\nresign"), ""),
    "no digest": (join("\r\nresign", kind="digest"), ""),
    "without its end": (make("Content-Type: multipart/mixed; boundary=b", b"--b\r\n\r\na2-a3"), "a2-a3"),
    "a wrong boundary": (make("Content-Type: multipart/mixed; boundary=c", b"--b\r\n\r\nresign"), ""),
    "no boundary": (make("Content-Type: multipart/mixed", b"--b\r\n\r\nresign"), ""),
}


@each_row("name", PARTS)
def test_which_part_is_read(name):
    raw, expected = PARTS[name]
    assert read_text(parse(raw)).strip() == expected


@each_row("name", [name for name in PARTS if "boundary" not in name])
def test_a_mail_that_another_parser_made_reads_the_same(name):
    """A provider's webhook brings such. Without the right boundary, that parser takes the parts for text."""
    raw, expected = PARTS[name]
    assert read_text(message_from_bytes(raw, policy=policy.default)).strip() == expected


def test_a_mail_made_by_a_program():
    mail = EmailMessage()
    mail.set_content("a2-a3 für dich\n")
    mail.add_alternative("<p>no</p>", subtype="html")
    mail.add_attachment(b"PK\x03\x04", maintype="application", subtype="zip", filename="resign.zip")
    assert read_text(mail).strip() == read_text(parse(mail.as_bytes())).strip() == "a2-a3 für dich"


@each_row(
    ("named", "written", "text"),
    [
        ("windows-874", "cp874", "ตาเดิน"),
        ("iso-8859-8-i", "iso8859-8", "תור שלי"),
        ("iso-8859-8-e", "iso8859-8", "תור שלי"),
        ("big5-hkscs", "big5hkscs", "我的回合"),
        ("x-sjis", "cp932", "私の手①"),
        ("shift_jis", "cp932", "私の手①"),
        ("windows-949", "cp949", "내 차례 똠"),
        ("ks_c_5601-1987", "cp949", "내 차례 똠"),
        ("windows-936", "gbk", "輪到我"),
        ("gb2312", "gbk", "輪到我"),
        ("koi8-t", "koi8-t", "навбати ман"),
        ("iso-2022-jp-ms", "iso2022_jp_ext", "私の手ｶ"),
        ("iso-2022-jp", "iso2022_jp", "私の手"),
        ("iso-2022-kr", "iso2022_kr", "내 차례"),
    ],
)
def test_charsets_that_mail_programs_name_otherwise_or_write_more_than_they_name(named, written, text):
    body = f"{text}\r\na2-a3".encode(written)
    raw = make(f"Content-Type: text/plain; charset={named}", body)
    assert read_text(parse(raw)).split("\n") == [text, "a2-a3"]
