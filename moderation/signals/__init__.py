"""What may be worth a look: found by numbers, shown with them, and never acted on by itself."""
