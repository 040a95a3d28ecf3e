"""Outlook: on the desktop (Word's HTML, or text), on the web, on phones. Below a head, the quote bears no mark."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, OURS, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import ADDRESS, LANGUAGES, WHO, Language

CHARSETS = ("windows-1252", "iso-8859-1", "utf-8", "iso-8859-15")
UNMARKED = "\n".join(OURS)


def layouts() -> Layouts:
    for number, language in enumerate(LANGUAGES):
        charset = "utf-8" if language.code == "pl" else CHARSETS[number % 4]
        yield desktop(language, charset)
        yield desktop_text(language)
        yield web(language)
        yield web_text_only(language)
        yield phone(language)
        yield new_phone(language)


def head(language: Language, *, bold: bool = False) -> str:
    values = (WHO, language.sent, "Kim <kim@example.org>", "Your turn against Rowan")
    mark = "*" if bold else ""
    return "\n".join(f"{mark}{key}:{mark} {value}" for key, value in zip(language.headers, values, strict=True))


def head_in_html(language: Language) -> str:
    values = (WHO, language.sent, "Kim <kim@example.org>", "Your turn against Rowan")
    return "<br>\n".join(f"<b>{key}:</b> {escape(value)}" for key, value in zip(language.headers, values, strict=True))


def desktop(language: Language, charset: str) -> Layout:
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!--\n/* Font Definitions */\n'
        "@font-face {font-family:Calibri; panose-1:2 15;}\n--></style><!--[if gte mso 9]><xml>\n"
        '<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]--></head><body lang="EN-GB">'
        f'<div class="WordSection1">\n<p class="MsoNormal">{ANSWER}<o:p></o:p></p>\n'
        f'<p class="MsoNormal">{escape(language.note)}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>\n'
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{head_in_html(language)}<o:p></o:p></p></div></div>\n'
        f'<p class="MsoNormal">{QUOTE_IN_HTML}</p></div></body></html>'
    )
    return Layout(
        f"outlook desktop {charset} {language.code}", build(Body(html, "html", charset)), (ANSWER, language.note)
    )


def desktop_text(language: Language) -> Layout:
    separator = f"-----{language.original}-----"
    text = f"{ANSWER}\n{language.note}\n\n{separator}\n{head(language)} \n\n{UNMARKED}\n"
    return Layout(f"outlook desktop text {language.code}", build(Body(text)), (ANSWER, language.note), text)


def web(language: Language) -> Layout:
    html = (
        '<html><head><style type="text/css" style="display:none"> P {margin-top:0;} </style></head><body dir="ltr">'
        f'<div class="elementToProof" style="font-family: Aptos">{ANSWER}</div>'
        f'<div class="elementToProof">{escape(language.note)}</div><div id="Signature"><p>Kim<br>resign</p></div>'
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{head_in_html(language)}</font><div>&nbsp;</div></div>'
        f'<div class="BodyFragment">{QUOTE_IN_HTML}</div></body></html>'
    )
    text = f"{ANSWER}\n{language.note}\n________________________________\n{head(language)}\n\n{UNMARKED}\n"
    if language.code in ("en", "it", "pt", "nl"):  # with a text that has no signature
        raw = build(Body(text), Body(html, "html"))
        return Layout(f"outlook web {language.code}", raw, (ANSWER, language.note), text)
    return Layout(f"outlook web html {language.code}", build(Body(html, "html")), (ANSWER, language.note))


def web_text_only(language: Language) -> Layout:
    """As Exchange turns HTML into text: stars for what was bold, addresses behind their links."""
    text = f"{ANSWER}\n\n{head(language, bold=True)}\n\n{UNMARKED}\n<https://games.example.org/>\n"
    return Layout(f"outlook bold head {language.code}", build(Body(text, encoding="base64")), (ANSWER,), text)


def phone(language: Language) -> Layout:
    text = (
        f"{ANSWER}\n\n{language.get_outlook}<https://aka.ms/o0ukef>\n________________________________\n"
        f"{head(language)}\n\n{UNMARKED}\n"
    )
    return Layout(f"outlook ios {language.code}", build(Body(text)), (ANSWER,), text)


def new_phone(language: Language) -> Layout:
    html = (
        f'<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="auto">'
        f'{ANSWER}</div><div dir="auto"><br></div><div id="ms-outlook-mobile-signature" dir="auto">'
        f'<a href="https://aka.ms/AAb9ysg">{escape(language.android)}</a></div>'
        f'<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing">'
        f'<meta name="x"><div style="padding:3pt 0 0 0"><b>{language.headers[0]}:</b> {ADDRESS}</div>'
        f"<div>{QUOTE_IN_HTML}</div></div></body></html>"
    )
    return Layout(f"outlook android {language.code}", build(Body(html, "html")), (ANSWER,))
