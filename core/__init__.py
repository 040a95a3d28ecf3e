"""What every app stands on and no app owns. It knows none of them, and has no models."""
