"""How long a process has run, how it shows that it is alive, and how it ends with its parent. Without Django."""
