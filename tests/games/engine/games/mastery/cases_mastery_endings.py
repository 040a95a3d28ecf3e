"""Single-rule cases of Mastery: resurrections, losses, and the texts of turns and positions."""

from tests.games.engine.games.mastery import naive_mastery
from tests.games.engine.games.mastery.cases_mastery import AFAR, ROSS, WOAG, Case

WHOLE = " Oa1 Ob1 Oc1 Oa2 Pb2 Pc2 Pa3 Pb3 Pc3 mh8 oh7 pg8"
"""Four Officers and five Pawns of Dark's, and Light's bystanders: a sixth Pawn makes Dark whole."""

EMPTY_AFTER = sorted(set(naive_mastery.SQUARES) - {piece[1:] for piece in ("Md5" + AFAR).split()})
MASTERS_LOST = ("d", "masters_lost")

CASES = [
    Case(rule="back for a master", pieces="Md4 md5" + AFAR, legal="Md4xd5+Oe5 Md4xd5+Pe5"),
    Case(rule="back for a master", pieces="md4 Md5" + AFAR, side="l", after={"Md4xd5+Oe5": "md5 oe5" + AFAR}),
    Case(rule="back for an officer", pieces="Md4 od5" + AFAR, legal="Md4xd5+Pe5", refused="Md4xd5+Oe5"),
    Case(rule="back for an officer", pieces="Pd4 od5" + AFAR, rules=ROSS, legal="Pd4xd5+Pe5", refused="Pd4xd5+Oe5"),
    Case(rule="none back for a pawn", pieces="Md4 pd5" + AFAR, legal="Md4xd5", refused="Md4xd5+Pe5 Md4xd5+Oe5"),
    Case(
        rule="back by a controlled piece",
        pieces="Mg5 of4 of6" + AFAR,
        legal="~Of4xf6+Pf4 ~Of4xf6+Pa8",
        refused="~Of4xf6+Oa8",
        after={"~Of4xf6+Pf4": "Mg5 of6 Pf4" + AFAR},
    ),
    Case(rule="back by a controlled piece", pieces="Og5 pf4 mf6" + AFAR, rules=ROSS, legal="~Pf4xf6+Od4 ~Pf4xf6+Pd4"),
    Case(rule="back for the capturing player", pieces="Md4 od5" + AFAR, after={"Md4xd5+Pe5": "Md5 Pe5" + AFAR}),
    Case(rule="back for the capturing player", pieces="Md4 md5 Pe1" + WHOLE, refused="Md4xd5+Pe5 Md4xd5+Oe5"),
    Case(
        rule="back on any empty square",
        pieces="Md4 od5" + AFAR,
        legal=" ".join(f"Md4xd5+P{square}" for square in EMPTY_AFTER),
        refused="Md4xd5+Pd5 Md4xd5+Pa1 Md4xd5+Pa2 Md4xd5+Ph8 Md4xd5+Pi9",
    ),
    Case(rule="back in the same turn", pieces="Md4 od5" + AFAR, played="Md4xd5+Pe5", legal="Pg8-g7", refused="Pe5-e6"),
    Case(rule="back in the same turn", pieces="Md4 pe5" + AFAR, refused="Md4-d5+Pe6 ~Pe5-e6+Pd5"),
    Case(rule="back is optional", pieces="Md4 md5" + AFAR, legal="Md4xd5", after={"Md4xd5": "Md5" + AFAR}),
    Case(rule="back is optional", pieces="Md4 od5" + AFAR, played="Md4xd5 Pg8-g7", refused="Md5-d6+Pe5 Pb1-c1+Pe5"),
    Case(rule="back lost", pieces="Md4 md5 Pe1" + WHOLE, legal="Md4xd5", after={"Md4xd5": "Md5 Pe1" + WHOLE}),
    Case(rule="back lost", pieces="Md4 od5 Pe1" + WHOLE.replace("Ob1 ", ""), legal="Md4xd5", refused="Md4xd5+Oe5"),
    Case(rule="no master back", pieces="Md4 md5" + AFAR, refused="Md4xd5+Me5 Md4xd5+Md4", says="Master"),
    Case(rule="back on the vacated square", pieces="Md4 od5" + AFAR, after={"Md4xd5+Pd4": "Md5 Pd4" + AFAR}),
    Case(rule="devoured come back", pieces="Md4 Pe4 oe6" + WHOLE, refused="Md4xe4+Pd4", legal="Md4xe4"),
    Case(
        rule="devoured come back", pieces="Md4 Pe4 oe6" + WHOLE, played="Md4xe4 Pg8-g7", legal="Me4xe6+Pe4 Me4xe6+Pe5"
    ),
    Case(
        rule="devoured come back",
        pieces="Md4 Pe4 oe6" + WHOLE,
        played="Md4-d6 Pg8-g7",
        legal="Md6xe6",
        refused="Md6xe6+Pd6",
    ),
    Case(
        rule="back with the winning capture",
        pieces="Md4 md5 Oa2 Pb1 oh7 pg8",
        legal="Md4xd5 Md4xd5+Od4 Md4xd5+Pd4",
        ends={"Md4xd5+Od4": MASTERS_LOST, "Md4xd5+Pa8": MASTERS_LOST, "Md4xd5": MASTERS_LOST},
    ),
    Case(
        rule="back with the winning capture",
        pieces="Md4 od5 Oa2 Pb1 mh8",
        ends={"Md4xd5+Pe5": ("d", "only_masters_left")},
        after={"Md4xd5+Pe5": "Md5 Pe5 Oa2 Pb1 mh8"},
    ),
    Case(rule="loss of the masters", pieces="Oa2 Pb1 mh8 oh7 pg8", ends={"": ("l", "masters_lost")}, refused="Oa2-a3"),
    Case(rule="loss of the masters", pieces="Ma1 Oa2 oh7", side="l", ends={"": MASTERS_LOST}, refused="Oh7-h6"),
    Case(
        rule="loss of the masters",
        pieces="Og5 pf4 mf5 Ma1 Pb1 oh8",
        rules=ROSS,
        ends={"~Pf4xf5": MASTERS_LOST, "~Pf4xf5+Oa8": MASTERS_LOST},
    ),
    Case(rule="loss of the masters", pieces="Md4 md5 Pb1 oh7 mh8", ends={"Md4xd5": None}),
    Case(rule="loss of all others", pieces="Ma1 mh8 oh7 pg8", ends={"": ("l", "only_masters_left")}, refused="Ma1-a2"),
    Case(rule="loss of all others", pieces="Md4 Pb1 md8 mh8 pd5", ends={"Md4xd5": ("d", "only_masters_left")}),
    Case(rule="loss of all others", pieces="Md4 Pb1 md8 pd5 oh8", ends={"Md4xd5": None, "Md4-e4": None}),
    Case(rule="loss by one's own hand", pieces="Ma1 Pa2 mh8 oh7 pg8", ends={"Ma1xa2": ("l", "only_masters_left")}),
    Case(rule="loss by one's own hand", pieces="Ma1 Oa2 Mc1 mh8 oh7 pg8", ends={"Ma1xa2": ("l", "only_masters_left")}),
    Case(
        rule="loss by one's own hand", pieces="mh8 oh7 Ma1 Pb1", side="l", ends={"Mh8xh7": ("d", "only_masters_left")}
    ),
    Case(rule="loss by one's own hand", pieces="Ma1 Oa2 Pb1 mh8 oh7", ends={"Ma1xa2": None, "Ma1xb1": None}),
    # A side with a Master always has a turn, for of three Masters one has a neighbour that is no Master, and it goes
    # there, takes it or devours it. So the sentence has no position of its own: the tightest corners show why.
    Case(
        rule="no legal turn",
        pieces="Ma1 Ma2 Mb1 Pa3 Ob2 Oc1 mh8 oh7 pg8",
        ends={"": None},
        only="Ma2xa3 Ma2xb2 Mb1xb2 Mb1xc1",
        refused="Ma1xa2 Ma1xb1 Ma1-a3",
    ),
    Case(rule="no legal turn", pieces="Ma1 Pa2 mb1 mc1 pb2 ob3 oa3", ends={"": None}, legal="Ma1xa2 Ma1xb1"),
    # Both kinds of loss come with a capture, so that the turn is neither quiet nor a repetition.
    Case(rule="loss before draw", pieces="Md4 md5 Oa2 Pb1 oh7 pg8", ends={"Md4xd5": MASTERS_LOST}),
    Case(rule="loss before draw", pieces="Ma1 Pa2 mh8 oh7 pg8", ends={"Ma1xa2": ("l", "only_masters_left")}),
    Case(rule="text of a turn", pieces="Pd4 Md1 od2" + AFAR, legal="Pd4-d5 Md1xd2+Pe3 Md1xd2 Md1-e1"),
    Case(rule="text of a turn", pieces="Mc6 pd5 of5 oe6 Mf6" + AFAR, legal="~Pd5-d6 ~Oe6-e5"),
    Case(rule="text of a turn", pieces="Md4 oe5 oe6" + AFAR, legal="~Oe5xe6 ~Oe5xe6+Pe3"),
    Case(
        rule="lenient text",
        pieces="Md4 Pe4 oe5 od6 pc5" + AFAR,
        reads={
            "d4-d5": "Md4-d5",
            "md4-D5": "Md4-d5",
            " M d4 - d5 ": "Md4-d5",
            "MD4XD6": "Md4xd6",
            "d4xd6": "Md4xd6",
            "d4 x d6 + p e3": "Md4xd6+Pe3",
            "MD4XD6+PE3": "Md4xd6+Pe3",
            "d4xe4": "Md4xe4",
            "Oe5-e6": "~Oe5-e6",
            "e5-e6": "~Oe5-e6",
            "~e5-e6": "~Oe5-e6",
            " ~ OE5 - E6": "~Oe5-e6",
            "c5-c2": "~Pc5-c2",
            "PE4XE5+PA8": "Pe4xe5+Pa8",
            "e4-f5": "Pe4-f5",
        },
        rules=ROSS,
    ),
    Case(rule="lenient text", pieces="Md4 od6 pc5" + AFAR, reads={"d4xd6": "Md4xd6", "c5-c8": "~Pc5-c8"}),
    Case(
        rule="lenient text",
        pieces="Md4 od6" + AFAR,
        refused="d4 d4- d4-d9 -d5 d4d4d4 Md4-d5-d6 Xd4-d5 d4xd6+ 0-0 +Pe3 ~",
    ),
    Case(
        rule="position text",
        pieces="Md4 od5" + AFAR,
        rules=ROSS,
        writes="6pm/7o/8/3o4/3M4/8/O7/MP6 d M1O3P5/M2O2P5 - imperial,ross",
    ),
    Case(
        rule="position text",
        pieces="Md4 od5" + AFAR,
        rules=WOAG,
        played="Md4xd5+Pe3",
        writes="6pm/7o/8/3M4/8/4P3/O7/MP6 l M1O3P4/M2O3P5 d4xd5 imperial,woag",
    ),
    Case(
        rule="position text",
        pieces="Md4 oe5" + AFAR,
        rules=ROSS,
        played="~Oe5-e6",
        writes="6pm/7o/4o3/8/3M4/8/O7/MP6 l M1O3P5/M2O2P5 e5-e6 imperial,ross",
    ),
    Case(
        rule="position text",
        pieces="Md4 Oe4" + AFAR,
        rules=WOAG,
        played="Md4xe4 Pg8-f7",
        writes="7m/5p1o/8/8/4M3/8/O7/MP6 d M1O3P5/M2O3P5 g8-f7 imperial,woag",
    ),
]
