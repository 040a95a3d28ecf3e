"""What only the embedded site has, which needs no servers: a queue and a cache of files, a lock, the demonstration."""
