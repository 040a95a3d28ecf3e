"""The administration, as Django calls its pages for staff: its frame, the day's figures, the group of moderators."""
