"""What must be true by what people did: worked out beside the site while they play, in the stateful test and the
simulator alike, and held against what the site stored."""
