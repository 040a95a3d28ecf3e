"""The one place where a game is read: frozen values with types, from which pages, emails, lists and staff take."""
