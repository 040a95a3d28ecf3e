"""The kinds of offer, a file for each: its name is the name of the kind, and `kind` in it is an `OfferKind`."""
