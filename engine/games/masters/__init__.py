"""Masters, of Ember and Frost."""
