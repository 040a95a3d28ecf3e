"""Which lines of a text its writer wrote."""

from replies.mails.lines import LONGEST_LINE, find_lines
from tests.rows import each_row

READ = {
    "nothing else": ("a2-a3", ["a2-a3"]),
    "empty lines above": ("\n\n  \n a2-a3 \n", ["a2-a3"]),
    "several games": ("1: a2-a3\n2: b2-b3\n", ["1: a2-a3", "2: b2-b3"]),
    "a signature": ("a2-a3\n-- \nKim\nresign", ["a2-a3"]),
    "a signature whose space was lost": ("a2-a3\n--\nresign", ["a2-a3"]),
    "thanks above all is not yet the end": ("Thanks!\na2-a3", ["a2-a3"]),
    "thanks below": ("a2-a3\nThanks,\nresign", ["a2-a3"]),
    "initials before the mark": ("KM> resign\na2-a3", ["a2-a3"]),
    "a bar as the mark": ("| resign\na2-a3", ["a2-a3"]),
    "a quote in a quote": ("> > On Friday 2026 Kim wrote:\n> > resign\n\na2-a3", ["a2-a3"]),
    "a long quoted line that was wrapped": (f"> {'word ' * 15}\nresign\n\na2-a3", ["a2-a3"]),
    "a short quoted line answered at once": ("> Your turn?\na2-a3", ["a2-a3"]),
    "an attribution in four lines": (
        "a2-a3\nOn Fri, Nov 27, 2026,\nMastery\n<turn@\nexample.org> wrote:\n\nresign",
        ["a2-a3"],
    ),
    "an attribution without a time": ("Mastery wrote:\n> resign\n\na2-a3", ["a2-a3"]),
    "such a line of one's own": ("note as you wrote:\na2-a3", ["note as you wrote:", "a2-a3"]),
    "a text that only looks so": ("note On 3 May I wrote to you\na2-a3", ["note On 3 May I wrote to you", "a2-a3"]),
    "Swedish": ("a2-a3\n\nDen fre 27 nov. 2026 kl 10:00 skrev Mastery <t@example.org>:\nresign", ["a2-a3"]),
    "Russian": ("a2-a3\n\nпт, 27 нояб. 2026 г. в 10:00, Mastery <t@example.org>:\nresign", ["a2-a3"]),
    "Russian, of the library": ("a2-a3\n\nпт, 27 нояб. 2026 г. Mastery написал(а):\nresign", ["a2-a3"]),
    "Japanese": ("a2-a3\n\n2026年11月27日(金) 10:00 Mastery <t@example.org>:\nresign", ["a2-a3"]),
    "Chinese": ("a2-a3\n\nMastery <t@example.org> 于2026年11月27日 10:00写道：\nresign", ["a2-a3"]),
    "Russian, wrapped": ('a2-a3\n\n02.04.2026 14:20 пользователь "M" <\nt@a.org> написал:\nresign', ["a2-a3"]),
    "Finnish, wrapped": ("a2-a3\n\npe 27. marraskuuta 2026 klo 10.00 M\n<t@a.org> kirjoitti:\nresign", ["a2-a3"]),
    "Zoho": ("a2-a3\n\n---- On Fri, 27 Nov 2026 10:00:00 +0100 t@a.org wrote ----\n\nresign", ["a2-a3"]),
    "no colon": ("a2-a3\n\nOn Fri, 27 Nov 2026 10:00:00 +0100 M <t@a.org> wrote\n\nresign", ["a2-a3"]),
    "a separator in another language": ("a2-a3\n\n-------- Oprindelig besked --------\nresign", ["a2-a3"]),
    "a head in another language": (
        "a2-a3\n\nLähettäjä: t@example.org\nLähetetty: tänään\nAihe: Vuoro\n\nresign",
        ["a2-a3"],
    ),
    "forwarded with nothing above": ("---------- Forwarded message ---------\nFrom: x\nresign", []),
    "forwarded in Portuguese": ("Início da mensagem encaminhada:\n\n> De: x\n\nresign", []),
    "Proton's separator above a marked quote": (
        "------- Original Message -------\nOn Friday, November 27th, 2026, M <t@a.org> wrote:\n\n> resign\n\na2-a3",
        ["a2-a3"],
    ),
    "a closing alone": ("Mit freundlichen Grüßen\nKim", []),
    "a warning above": ("CAUTION: This email came from outside.\nBe careful.\n\na2-a3", ["a2-a3"]),
    "a warning that begins like an answer": (
        "CAUTION: This email came from outside.\nNo action is needed by you.\n\na2-a3",
        ["a2-a3"],
    ),
    "an answer right below a warning": ("CAUTION: This email came from outside.\nNo, thanks.", ["No, thanks."]),
    "a turn before the line of a program": ("a2-a3 - sent from my iPhone", ["a2-a3"]),
    "right to left": ("\u202e3a-2a\u202c", ["3a-2a"]),
    "zero width": ("a2\u200b-\u2060a3\ufeff", ["a2-a3"]),
    "a no-break space": ("note\u00a0hi", ["note hi"]),
    "control characters": ("a2-a3\x00\x0b\x1b[2J", ["a2-a3 [2J"]),
    "a line separator ends no line": ("note a\u2028resign", ["note a resign"]),
}


@each_row("name", READ)
def test_what_is_read(name):
    text, expected = READ[name]
    assert find_lines(text) == expected


def test_no_more_than_asked_for():
    assert find_lines("a\nb\nc\n", most=2) == ["a", "b"]


def test_a_line_is_cut():
    assert find_lines("x" * 5000) == ["x" * LONGEST_LINE]
