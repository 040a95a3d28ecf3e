"""What people say of themselves, as values: names, time zones, days off, how much vacation. Knows no model."""
