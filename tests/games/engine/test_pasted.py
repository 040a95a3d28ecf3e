"""What somebody pasted becomes plain, in time that grows with the text alone."""

from sys import maxunicode
from time import thread_time
from unicodedata import category

from engine.pasted import tidy
from tests.rows import each_row

PASTED = {  # what was pasted, what it becomes, and what it becomes as prose
    "no-break spaces": ("a\u00a0b\u202fc\u3000d\u2009e", "a b c d e", "a b c d e"),
    "the mark of the order of bytes": ("\ufeffMd1\u200b-c\u00ad1\ufeff", "Md1-c1", "Md1-c1"),
    "line ends": ("a\r\nb\rc\u2028d\n", "a\nb\nc\nd\n", "a\nb\nc\nd\n"),
    "quotation marks": ("“a” „b“ «c» ‘d’ ‚e‘ ‹f›", "\"a\" \"b\" \"c\" 'd' 'e' 'f'", "“a” „b“ «c» ‘d’ ‚e‘ ‹f›"),
    "dashes": ("a–b—c‑d−e‐f－g", "a-b-c-d-e-f-g", "a–b—c‑d−e‐f－g"),
    "full-width digits": ("１２３４５６ Ｍd1", "123456 Md1", "１２３４５６ Ｍd1"),
    "a quoted line": ("> Md1-c1", "Md1-c1", "> Md1-c1"),
    "quoted lines, some twice": ("> a\n>\n> > b\n", "a\n\nb\n", "> a\n>\n> > b\n"),
    "a quote among other lines": ("> a\nb > c", "> a\nb > c", "> a\nb > c"),
    "what is plain already": ("a > b\n\tc", "a > b\n\tc", "a > b\n\tc"),
    "letters of any writing": ("Zoë und Łukasz, 你好", "Zoë und Łukasz, 你好", "Zoë und Łukasz, 你好"),
    "nothing": ("", "", ""),
}


@each_row("what", PASTED)
def test_it_is_plain(what):
    text, plain, prose = PASTED[what]
    assert (tidy(text), tidy(text, prose=True)) == (plain, prose)
    assert tidy(plain) == plain


def test_every_space_and_dash_of_unicode_becomes_a_plain_one():
    plain = {"Zs": " ", "Pd": "-"}
    every = [char for char in map(chr, range(maxunicode + 1)) if category(char) in plain]
    assert tidy("".join(every)) == "".join(plain[category(char)] for char in every)


@each_row("text", ["> ", ">", "\r", "\u00a0", "“", ">\r\n", " \n> ", "> a\nb\n", "１"])
def test_twice_as_much_takes_twice_as_long(text):
    def time(times: int) -> float:
        begun = thread_time()
        tidy(text * times)
        return thread_time() - begun

    few, many = (min(time(times) for _ in range(3)) for times in (20_000, 200_000))
    assert many < 40 * few + 0.01
