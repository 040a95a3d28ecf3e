"""What a position of MASTER is put together from: Masters, and dice by what they show."""

LETTERS = {"M": ("M", ()), **{letter: ("P", (f"face-{face}",)) for face, letter in enumerate("ABCDEF", 1)}}
