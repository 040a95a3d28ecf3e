"""The marks of answers are taken off a subject, in whichever language a mail program puts them."""

from replies.mails.subjects import strip_marks
from tests.rows import each_row

SUBJECT = "Your turn against Boris (Mastery #41)"
MARKS = (
    *("Re: ", "RE: ", "AW: ", "Aw: ", "Antw: ", "SV: ", "VS: ", "R: ", "RIF: ", "RES: ", "Res: ", "Odp: ", "Odg: "),
    *(
        "Odpověď: ",
        "YNT: ",
        "ATB: ",
        "Atb: ",
        "BLS: ",
        "Vá: ",
        "VÁ: ",
        "Va\u0301: ",
        "Továbbítás: ",
        "TL: ",
        "Trả lời: ",
    ),
    *(
        "ΑΠ: ",
        "Απ: ",
        "ΣΧΕΤ: ",
        "Отв: ",
        "НА: ",
        "Ответ: ",
        "Відп: ",
        "Отг: ",
        "回复：",
        "回复: ",
        "答复：",
        "回覆：",
        "返信: ",
    ),
    *(
        "답장: ",
        "회신: ",
        "رد: ",
        "השב: ",
        "תגובה: ",
        "ตอบกลับ: ",
        "Antwort: ",
        "Réponse : ",
        "RE : ",
        "RE[2]: ",
        "Re(3): ",
    ),
    *("Re^2: ", "WG: ", "Fwd: ", "TR: ", "İLT: ", "Re: AW: SV: ", "回复：Re: "),
)


@each_row("mark", MARKS)
def test_a_mark_is_taken_off(mark):
    assert strip_marks(f"{mark}{SUBJECT}") == SUBJECT


@each_row("subject", [SUBJECT, "", "Friday: are you in?", "A question: who plays?", "15:30 at my place"])
def test_nothing_else_is(subject):
    assert strip_marks(subject) == subject


def test_a_long_subject_takes_no_long_time():
    assert strip_marks("Re:" * 50_000 + "a" * 50_000).startswith("a")
    assert strip_marks("Re " * 50_000).startswith("Re")
