"""What every app uses and no app owns. It knows none of them, and has no models."""
