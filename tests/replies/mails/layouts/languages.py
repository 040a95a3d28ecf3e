"""What the mail programs write around a quote, in eight languages."""

from dataclasses import dataclass

NAME, ADDRESS = "Mastery", "turn+kq3vz7x2m5n8@reply.example.org"
WHO = f"{NAME} <{ADDRESS}>"


@dataclass(frozen=True)
class Language:
    code: str
    gmail: str
    apple: str
    thunderbird: str
    yahoo: str
    k9: str
    proton: str
    headers: tuple[str, str, str, str]
    """From, Sent, To, Subject."""
    sent: str
    original: str
    """Between the dashes of Outlook's plain text."""
    forwarded: str
    iphone: str
    android: str
    get_outlook: str
    k9_line: str
    yahoo_line: str
    greeting: str
    note: str
    disclaimer: str


LANGUAGES = (
    Language(
        code="en",
        gmail=f"On Fri, Nov 27, 2026 at 10:00 AM {WHO} wrote:",
        apple=f"On Nov 27, 2026, at 10:00 AM, {WHO} wrote:",
        thunderbird=f"On 11/27/26 10:00 AM, {NAME} wrote:",
        yahoo=f"On Friday, November 27, 2026 at 10:00:00 AM GMT, {WHO} wrote:",
        k9=f"On November 27, 2026 10:00:00 AM GMT, {WHO} wrote:",
        proton=f"On Friday, November 27th, 2026 at 10:00 AM, {WHO} wrote:",
        headers=("From", "Sent", "To", "Subject"),
        sent="Friday, November 27, 2026 10:00 AM",
        original="Original Message",
        forwarded="Forwarded message",
        iphone="Sent from my iPhone",
        android="Sent from Outlook for Android",
        get_outlook="Get Outlook for iOS",
        k9_line="Sent from my Android device with K-9 Mail. Please excuse my brevity.",
        yahoo_line="Sent from Yahoo Mail on Android",
        greeting="Best regards,",
        note="note Well played, I did not see that",
        disclaimer="This email and any attachments are confidential and intended for the addressee only.",
    ),
    Language(
        code="de",
        gmail=f"Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb {WHO}:",
        apple=f"Am 27.11.2026 um 10:00 schrieb {WHO}:",
        thunderbird=f"Am 27.11.26 um 10:00 schrieb {NAME}:",
        yahoo=f"Am Freitag, 27. November 2026 um 10:00:00 MEZ hat {WHO} Folgendes geschrieben:",
        k9=f"Am 27. November 2026 10:00:00 MEZ schrieb {WHO}:",
        proton=f"Am Freitag, 27. November 2026 um 10:00, schrieb {WHO}:",
        headers=("Von", "Gesendet", "An", "Betreff"),
        sent="Freitag, 27. November 2026 10:00",
        original="Ursprüngliche Nachricht",
        forwarded="Weitergeleitete Nachricht",
        iphone="Von meinem iPhone gesendet",
        android="Gesendet von Outlook für Android",
        get_outlook="Outlook für iOS beziehen",
        k9_line="Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        yahoo_line="Gesendet von Yahoo Mail auf Android",
        greeting="Viele Grüße",
        note="note Schön gespielt, das habe ich übersehen",
        disclaimer="Diese E-Mail enthält vertrauliche Informationen. Bitte löschen Sie sie.",
    ),
    Language(
        code="fr",
        gmail=f"Le ven. 27 nov. 2026 à 10:00, {WHO} a écrit :",
        apple=f"Le 27 nov. 2026 à 10:00, {WHO} a écrit :",
        thunderbird=f"Le 27/11/2026 à 10:00, {NAME} a écrit :",
        yahoo=f"Le vendredi 27 novembre 2026 à 10:00:00 UTC+1, {WHO} a écrit :",
        k9=f"Le 27 novembre 2026 10:00:00 GMT+01:00, {WHO} a écrit :",
        proton=f"Le vendredi 27 novembre 2026 à 10:00, {WHO} a écrit :",
        headers=("De ", "Envoyé ", "À ", "Objet "),
        sent="vendredi 27 novembre 2026 10:00",
        original="Message d'origine",
        forwarded="Message transféré",
        iphone="Envoyé de mon iPhone",
        android="Envoyé depuis Outlook pour Android",
        get_outlook="Obtenez Outlook pour iOS",
        k9_line="Envoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
        yahoo_line="Envoyé depuis Yahoo Mail pour Android",
        greeting="Cordialement,",
        note="note Bien joué, je ne l'avais pas vu à temps",
        disclaimer="Ce message et ses pièces jointes sont confidentiels.",
    ),
    Language(
        code="es",
        gmail=f"El vie, 27 nov 2026 a las 10:00, {NAME} (<{ADDRESS}>) escribió:",
        apple=f"El 27 nov 2026, a las 10:00, {WHO} escribió:",
        thunderbird=f"El 27/11/26 a las 10:00, {NAME} escribió:",
        yahoo=f"El viernes, 27 de noviembre de 2026, 10:00:00 CET, {WHO} escribió:",
        k9=f"El 27 de noviembre de 2026 10:00:00 CET, {WHO} escribió:",
        proton=f"El viernes, 27 de noviembre de 2026 a las 10:00, {WHO} escribió:",
        headers=("De", "Enviado", "Para", "Asunto"),
        sent="viernes, 27 de noviembre de 2026 10:00",
        original="Mensaje original",
        forwarded="Mensaje reenviado",
        iphone="Enviado desde mi iPhone",
        android="Enviado desde Outlook para Android",
        get_outlook="Obtener Outlook para iOS",
        k9_line="Enviado desde mi dispositivo Android con K-9 Mail. Por favor, disculpa mi brevedad.",
        yahoo_line="Enviado desde Yahoo Mail para Android",
        greeting="Un saludo,",
        note="note Bien jugado, qué sorpresa",
        disclaimer="Este mensaje y sus archivos adjuntos son confidenciales.",
    ),
    Language(
        code="it",
        gmail=f"Il giorno ven 27 nov 2026 alle ore 10:00 {WHO} ha scritto:",
        apple=f"Il giorno 27 nov 2026, alle ore 10:00, {WHO} ha scritto:",
        thunderbird=f"Il 27/11/26 10:00, {NAME} ha scritto:",
        yahoo=f"Il venerdì 27 novembre 2026 alle ore 10:00:00 CET, {WHO} ha scritto:",
        k9=f"Il 27 novembre 2026 10:00:00 CET, {WHO} ha scritto:",
        proton=f"Il venerdì 27 novembre 2026 alle 10:00, {WHO} ha scritto:",
        headers=("Da", "Inviato", "A", "Oggetto"),
        sent="venerdì 27 novembre 2026 10:00",
        original="Messaggio originale",
        forwarded="Messaggio inoltrato",
        iphone="Inviato da iPhone",
        android="Inviato da Outlook per Android",
        get_outlook="Scarica Outlook per iOS",
        k9_line="Inviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.",
        yahoo_line="Inviato da Yahoo Mail su Android",
        greeting="Cordiali saluti",
        note="note Bella mossa, non è ancora finita, però",
        disclaimer="Il presente messaggio contiene informazioni riservate.",
    ),
    Language(
        code="pt",
        gmail=f"Em sex., 27 de nov. de 2026 às 10:00, {WHO} escreveu:",
        apple=f"Em 27 de nov. de 2026, à(s) 10:00, {WHO} escreveu:",
        thunderbird=f"Em 27/11/2026 10:00, {NAME} escreveu:",
        yahoo=f"Em sexta-feira, 27 de novembro de 2026 10:00:00 BRT, {WHO} escreveu:",
        k9=f"Em 27 de novembro de 2026 10:00:00 BRT, {WHO} escreveu:",
        proton=f"Em sexta-feira, 27 de novembro de 2026 às 10:00, {WHO} escreveu:",
        headers=("De", "Enviado", "Para", "Assunto"),
        sent="sexta-feira, 27 de novembro de 2026 10:00",
        original="Mensagem original",
        forwarded="Mensagem encaminhada",
        iphone="Enviado do meu iPhone",
        android="Enviado do Outlook para Android",
        get_outlook="Obter o Outlook para iOS",
        k9_line="Enviado do meu dispositivo Android com o K-9 Mail. Desculpe-me pela brevidade.",
        yahoo_line="Enviado do Yahoo Mail no Android",
        greeting="Atenciosamente,",
        note="note Bem jogado, não vi isso",
        disclaimer="Esta mensagem e os seus anexos são confidenciais.",
    ),
    Language(
        code="nl",
        gmail=f"Op vr 27 nov 2026 om 10:00 schreef {WHO}:",
        apple=f"Op 27 nov 2026, om 10:00 heeft {WHO} het volgende geschreven:",
        thunderbird=f"Op 27-11-2026 om 10:00 schreef {NAME}:",
        yahoo=f"Op vrijdag 27 november 2026 om 10:00:00 CET schreef {WHO}:",
        k9=f"Op 27 november 2026 10:00:00 CET schreef {WHO}:",
        proton=f"Op vrijdag 27 november 2026 om 10:00 schreef {WHO}:",
        headers=("Van", "Verzonden", "Aan", "Onderwerp"),
        sent="vrijdag 27 november 2026 10:00",
        original="Oorspronkelijk bericht",
        forwarded="Doorgestuurd bericht",
        iphone="Verstuurd vanaf mijn iPhone",
        android="Verzonden vanuit Outlook voor Android",
        get_outlook="Download Outlook voor iOS",
        k9_line="Verstuurd vanaf mijn Android apparaat met K-9 Mail. Excuseer mijn beknoptheid.",
        yahoo_line="Verzonden vanaf Yahoo Mail op Android",
        greeting="Met vriendelijke groet,",
        note="note Goed gespeeld, één zet te laat gezien",
        disclaimer="Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.",
    ),
    Language(
        code="pl",
        gmail=f"pt., 27 lis 2026 o 10:00 {WHO} napisał(a):",
        apple=f"Wiadomość napisana przez {WHO} w dniu 27 lis 2026, o godz. 10:00:",
        thunderbird=f"W dniu 27.11.2026 o 10:00, {NAME} pisze:",
        yahoo=f"W dniu piątek, 27 listopada 2026 10:00:00 CET użytkownik {WHO} napisał:",
        k9=f"Dnia 27 listopada 2026 10:00:00 CET, {WHO} napisał/a:",
        proton=f"piątek, 27 listopada 2026 o 10:00, {WHO} napisał(a):",
        headers=("Od", "Wysłano", "Do", "Temat"),
        sent="piątek, 27 listopada 2026 10:00",
        original="Oryginalna wiadomość",
        forwarded="Wiadomość przekazana",
        iphone="Wysłane z iPhone'a",
        android="Wysłane z programu Outlook dla systemu Android",
        get_outlook="Pobierz program Outlook dla systemu iOS",
        k9_line="Wysłane z mojego urządzenia Android za pomocą K-9 Mail. Proszę wybaczyć moją zwięzłość.",
        yahoo_line="Wysłane z Yahoo Mail w systemie Android",
        greeting="Z poważaniem,",
        note="note Świetny ruch, gratuluję",
        disclaimer="Ta wiadomość może zawierać informacje poufne.",
    ),
)
