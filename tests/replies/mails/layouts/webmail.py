"""Yahoo, GMX and Proton in a browser; their quotes are a box, a table or a block of text with a head."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, OURS, QUOTE, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import LANGUAGES, WHO, Language


def layouts() -> Layouts:
    for language in LANGUAGES:
        yield from yahoo(language)
        yield from proton(language)
        if language.code in ("en", "de", "fr", "es", "it"):
            yield from gmx(language)


def yahoo(language: Language) -> Layouts:
    unmarked = "\n".join(f"  {line}" for line in OURS)
    text = f" {ANSWER}\n{language.note}\n\n    {language.yahoo}  \n \n {unmarked}\n"
    html = (
        '<html><head></head><body><div class="ydp5a3b3e94yahoo-style-wrap" style="font-family:Helvetica;">'
        f'<div dir="ltr" data-setdir="false">{ANSWER}</div><div dir="ltr">{escape(language.note)}</div>'
        "<div><br></div></div>"
        '<div id="ydp1yahoo_quoted_9" class="ydp1yahoo_quoted"><div style="color:#26282a;"><div>'
        f"{escape(language.yahoo)}</div><div><br></div><div><div>{QUOTE_IN_HTML}</div></div></div></div></body></html>"
    )
    expected = (ANSWER, language.note)
    yield Layout(f"yahoo web {language.code}", build(Body(text), Body(html, "html")), expected, text)
    html = (
        f'{ANSWER}<br><br><div id="ymail_android_signature"><a href="https://go.onelink.me/1">{language.yahoo_line}</a>'
        "</div>"
        f' <br> <blockquote style="margin: 0 0 20px 0;"> <div style="color:#6D00F6;">'
        f" <div>{escape(language.yahoo)}</div>"
        f"</div><div style='padding:10px 0 0 20px;border-left:1px solid #6D00F6;'>{QUOTE_IN_HTML}</div></blockquote>"
    )
    yield Layout(f"yahoo android {language.code}", build(Body(html, "html")), (ANSWER,))


def proton(language: Language) -> Layouts:
    text = f"{ANSWER}\n{language.note}\n\n{language.proton}\n\n{QUOTE}\n"
    yield Layout(f"proton text {language.code}", build(Body(text, encoding="base64")), (ANSWER, language.note), text)
    html = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{ANSWER}</div>'
        '<div class="protonmail_signature_block" style="font-size: 14px;"><div>resign</div></div><div '
        f'class="protonmail_quote">\n        {escape(language.proton)}<br>\n        '
        f'<blockquote class="protonmail_quote" type="cite">\n{QUOTE_IN_HTML}\n        </blockquote><br>\n    </div>'
    )
    yield Layout(f"proton html {language.code}", build(Body(html, "html")), (ANSWER,))


def gmx(language: Language) -> Layouts:
    sent, subject = language.headers[1].strip(), language.headers[3].strip()
    head = [f"{sent}: {language.sent}", f"{language.headers[0]}: {WHO}", "", f"{subject}: Your turn against Rowan"]
    html = (
        '<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>'
        f"<div>{ANSWER}</div>\n<div>&nbsp;\n"
        '<div style="margin: 10.0px 5.0px 5.0px 10.0px;padding: 10.0px 0 10.0px 10.0px;'
        'border-left: 2.0px solid rgb(195,217,229);" name="quote">\n<div style="margin: 0 0 10.0px 0;">'
        + "<br/>\n".join(f"<b>{escape(line)}</b>" for line in head)
        + f'</div>\n<div name="quoted-content">{QUOTE_IN_HTML}</div></div></div></div></div></body></html>'
    )
    yield Layout(f"gmx html {language.code}", build(Body(html, "html", "utf-8", "8bit")), (ANSWER,))
    head = [f"{sent}: {language.sent}", f"{language.headers[0]}: {WHO}", f"{subject}: Your turn against Rowan"]
    text = f"{ANSWER}\n{language.note}\n\n" + "\n".join(head) + "\n\n" + "\n".join(OURS) + "\n"
    yield Layout(f"gmx text {language.code}", build(Body(text)), (ANSWER, language.note), text)
