"""How people appear and what happens to their accounts: a new name, how boards look, recent activity."""
