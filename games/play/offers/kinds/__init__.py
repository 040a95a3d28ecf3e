"""The kinds of offer, one a file: the file's name is the name of its kind, and `kind` in it an `OfferKind`."""
