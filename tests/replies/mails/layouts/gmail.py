"""Gmail: on the web, on Android and on iOS; text and HTML, the quote in `gmail_quote`, its long lines wrapped."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, POSTINGS, QUOTE, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import LANGUAGES, Language


def layouts() -> Layouts:
    for language in LANGUAGES:
        for posting, arrange in POSTINGS.items():
            text, expected = arrange(wrap(language.gmail), QUOTE, language.note)
            yield Layout(
                f"gmail web {posting} {language.code}",
                build(Body(text), Body(in_html(language, posting), "html")),
                expected,
                text,
            )
        yield signed(language)
        yield forwarded(language)
        yield from on_phones(language)


def wrap(attribution: str) -> str:
    """Gmail breaks the text at 78 characters, within the address too."""
    name, _, rest = attribution.partition("<")
    return f"{name}<\n{rest}" if len(attribution) > 70 else attribution


def in_html(language: Language, posting: str) -> str:
    attribution = f'<div dir="ltr" class="gmail_attr">{escape(language.gmail)}<br></div>'
    start = '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">'
    written = f'<div dir="ltr"><div>{ANSWER}</div><div>{escape(language.note)}</div></div>'
    quote = f'{attribution}{start}<div style="font-family:Arial">{QUOTE_IN_HTML}</div></blockquote>'
    if posting == "top":
        return f'{written}<br><div class="gmail_quote gmail_quote_container">{quote}</div>'
    if posting == "bottom":
        return f'<div dir="ltr"><div class="gmail_quote">{quote}<div><br></div>{written}</div></div>'
    return (
        f'<div dir="ltr"><div class="gmail_quote">{quote}<div>{ANSWER}</div>{start}2: h2-h3</blockquote>'
        f"<div>{escape(language.note)}</div></div></div>"
    )


def signed(language: Language) -> Layout:
    """HTML alone, as a program sends it that goes through Gmail; a signature above the quote."""
    html = (
        f'<div dir="ltr">{ANSWER}<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br>'
        f'<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">Kim<br>resign</div></div><br>'
        f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(language.gmail)}<br></div>'
        f'<blockquote class="gmail_quote">{QUOTE_IN_HTML}</blockquote></div>'
    )
    return Layout(f"gmail html signed {language.code}", build(Body(html, "html", encoding="base64")), (ANSWER,))


def forwarded(language: Language) -> Layout:
    head = "\n".join(f"{key.strip()}: Mastery <turn@reply.example.org>" for key in language.headers)
    text = f"---------- {language.forwarded} ---------\n{head}\n\n\n" + QUOTE.replace("> ", "").replace(">", "") + "\n"
    html = (
        '<div dir="ltr"><br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        + escape(f"---------- {language.forwarded} ---------\n{head}").replace("\n", "<br>")
        + f"<br></div><br><br>{QUOTE_IN_HTML}</div></div>"
    )
    if language.code in ("en", "fr", "nl", "it"):
        return Layout(f"gmail forwarded {language.code}", build(Body(text), Body(html, "html")), (), text)
    return Layout(f"gmail forwarded html {language.code}", build(Body(html, "html")), ())


def on_phones(language: Language) -> Layouts:
    text = f"{ANSWER}\n\n{language.gmail}\n\n{QUOTE}\n>\n"
    html = (
        f'<div dir="auto">{ANSWER}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{escape(language.gmail)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{QUOTE_IN_HTML}'
        "</blockquote></div>"
    )
    yield Layout(
        f"gmail android {language.code}", build(Body(text, encoding="8bit"), Body(html, "html")), (ANSWER,), text
    )
    text = f"{ANSWER}\n\n{language.iphone}\n\n\n{language.gmail}\n\n{QUOTE}\n"
    yield Layout(f"gmail ios {language.code}", build(Body(text, encoding="base64")), (ANSWER,), text)
