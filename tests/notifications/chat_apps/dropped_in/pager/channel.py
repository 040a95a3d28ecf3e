"""A pager with a number."""

from notifications.chat_apps.contract import ChatApp
from notifications.chat_apps.parts import BadAddress, Field, Request
from notifications.words import chat_apps as words


class Pager(ChatApp):
    name = "pager"
    title = "Pager"
    order = 39
    fields = (Field("number", "Number"),)
    steps = ("Buy a pager.",)
    hosts = ("pager.example.org",)

    def read(self, typed):
        if not typed["number"].isdigit():
            raise BadAddress(words.NO_TOPIC(), field="number")
        return {"number": typed["number"]}

    def name_address(self, address):
        return f"the pager that ends in {address['number'][-2:]}"

    def write(self, short, address, *, notice):
        return Request("POST", f"https://pager.example.org/{address['number']}", short.title.encode())


channel = Pager()
