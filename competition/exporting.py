"""What competition has of a person, in the copy of their own data and when they close their account."""
