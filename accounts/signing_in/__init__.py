"""Sign-up, log-in, sessions, second factors, and the guard against guessed passwords."""
