"""The HTML of a mail is cut where a parser could take long for it, and nowhere else."""

from replies.mails.bounds import MOST_ATTRIBUTES, MOST_TAGS, bound
from replies.mails.lines import find_lines
from replies.mails.markup import read_html
from tests.rows import each_row

NAMES = " ".join(f"a{at}" for at in range(MOST_ATTRIBUTES + 1))
CUT = {
    "tags": "<br>" * MOST_TAGS,
    "attributes": f"<p {NAMES}>",
    "attributes without spaces": f"<p/{NAMES.replace(' ', '/')}>",
    "attributes with angles": "<p" + "".join(f" {name}='>'" for name in NAMES.split()) + ">",
    "attributes with other angles": "<p" + "".join(f'{name}= ">\'>"' for name in NAMES.split()) + ">",
    "attributes below what looks like another tag": f'<!--<p title="--><p title=">" {NAMES}>',
    "attributes below a quote in a quote": f"<p title='\">' {NAMES}>",
}


@each_row("name", CUT)
def test_what_stands_below_too_many_is_not_read(name):
    assert find_lines(read_html(f"<p>a2-a3</p>{CUT[name]}</p>resign")) == ["a2-a3"]


WHOLE = {
    "many tags": "<br>" * (MOST_TAGS - 2),
    "a long value": f'<img src="data:image/png;base64,{"AB/+" * 80_000}">',
    "a value that ends like a name": '<a href="?token=">x</a>' + "<a href=''>x</a>" * 2000,
    "a quote that never ends": f'<a title=">x</a>{" x" * 2000}<br>',
    "many values with angles": '<a title="> x >" href="#">x</a>' * 1000,
    "a long text": "x " * 100_000 + "<br>",
    "a long style": f"<style>{'p { margin: 0 } ' * 150}</style>",
    "formatting without end": "<b><i><font size=1>" * 1000,
}


@each_row("name", WHOLE)
def test_all_else_is_read(name):
    assert bound(f"{WHOLE[name]}<p>a2-a3").endswith("<p>a2-a3")


@each_row(
    ("html", "expected"),
    [
        ("<p>a2-a3</p><blockquote>x<body style='border-left:1px solid'>resign</blockquote>", ["a2-a3"]),
        ("<body title='>' class = \">\">a2-a3", ["a2-a3"]),
        ("<b>a2<i>-</b>a3</i>", ["a2-a3"]),
        ("a2-<span style='text-decoration:line-through'><i>resign</span>a3", ["a2-a3"]),
        ("<STRIKE class=x>resign</STRIKE>a2-a3", ["a2-a3"]),
        ("<strike><p>resign</strike></p><p>a2-a3", ["a2-a3"]),
        ("<p>a2-a3</p><p><s>resign</p><p>draw", ["a2-a3"]),
        ("<template>resign</template><noembed>resign</noembed>a2-a3", ["a2-a3"]),
        ("a2-a3<br>\0\ud800<p \0=\udfff>draw", ["a2-a3", "draw"]),
        ("a2-a3<p/>draw<div/>x", ["a2-a3", "draw", "x"]),
        ("<table>a2-a3<tr><td>draw</table>", ["a2-a3", "draw"]),
        ("<DIV CLASS=gmail&#95;quote>resign</DIV>", []),
    ],
)
def test_what_is_read_of_html_that_is_not_well_formed(html, expected):
    assert find_lines(read_html(html)) == expected
