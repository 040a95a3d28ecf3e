"""Single-rule cases of Mastery: set-ups, moves, captures and devours."""

from tests.games.engine.games.mastery.cases_mastery import AFAR, ROSS, WOAG, Case

IMPERIAL = "2mmm3/2ooo3/1ppopp2/2p1p3/3P1P2/2PPOPP1/3OOO2/3MMM2 d M0O0P0/M0O0P0 - imperial,"
DRAUME_CROWN = "1momom2/1ppopp2/p2o2p1/8/8/1P2O2P/2PPOPP1/2MOMOM1 d M0O0P0/M0O0P0 - draume-crown,"

CASES = [
    Case(
        rule="sides", pieces=IMPERIAL + "ross", rules=ROSS, legal="Pd4-d5 Pf4xe5", refused="Pc5-b4 Pe5xd4 Md8-d9 Pe4-e5"
    ),
    Case(rule="sides", pieces="Pd4 pe6" + AFAR, refused="Pe6-e5 ~Pe6-e5 Pc5-c6", legal="Pd4-d5"),
    Case(rule="sides", pieces="Pd4 pe6" + AFAR, played="Pd4-d3", legal="Pe6-e5 Pe6-d7", refused="Pd3-d4 ~Pd3-d4"),
    Case(rule="imperial", pieces=IMPERIAL + "ross", rules=ROSS, only="Mf1-g1 Mf1-h1 Mf1xf2"),
    Case(rule="imperial", pieces=IMPERIAL + "woag", rules=WOAG, only="Pd4-d5 Pd4-c4 Pd4-e4 Pd4xc5 Pd4xe5"),
    Case(rule="draume-crown", pieces=DRAUME_CROWN + "ross", rules=ROSS, only="Mc1-b1 Mc1-a1 Mc1xd1 Mc1xc2"),
    Case(rule="draume-crown", pieces=DRAUME_CROWN + "woag", rules=WOAG, only="Ph3-g3 Ph3-g4 Ph3-h4 Ph3-h2"),
    Case(rule="move", pieces="Od4 Pd5 Oe4" + AFAR, only="Od4-d3 Od4-d2 Od4-c4 Od4-b4", refused="Od4-d4 Od4-d5 Od4-e4"),
    Case(
        rule="master moves",
        pieces="Md4" + AFAR,
        only="Md4-d5 Md4-d6 Md4-d7 Md4-e4 Md4-f4 Md4-g4 Md4-d3 Md4-d2 Md4-d1 Md4-c4 Md4-b4 Md4-a4",
        refused="Md4-d8 Md4-h4 Md4-e5 Md4-c3 Md4-e6 Md4-f6",
        says="Master",
    ),
    Case(rule="master moves", pieces="mg3" + AFAR, side="l", legal="Mg3-g2 Mg3-h3 Mg3-d3", refused="Mg3-f2 Mg3-c3"),
    Case(
        rule="officer moves",
        pieces="Od4" + AFAR,
        only="Od4-d5 Od4-d6 Od4-e4 Od4-f4 Od4-d3 Od4-d2 Od4-c4 Od4-b4",
        refused="Od4-d7 Od4-g4 Od4-e5 Od4-f6 Od4-e6",
        says="Officer",
    ),
    Case(rule="officer moves", pieces="og3" + AFAR, side="l", only="Og3-g4 Og3-g5 Og3-h3 Og3-g2 Og3-g1 Og3-f3 Og3-e3"),
    Case(
        rule="pawn moves",
        pieces="Pd4" + AFAR,
        only="Pd4-d5 Pd4-e5 Pd4-e4 Pd4-e3 Pd4-d3 Pd4-c3 Pd4-c4 Pd4-c5",
        refused="Pd4-d6 Pd4-f6 Pd4-e6 Pd4-d1",
        says="Pawn",
    ),
    Case(rule="pawn moves", pieces="ph3" + AFAR, side="l", only="Ph3-h4 Ph3-g4 Ph3-g3 Ph3-g2 Ph3-h2"),
    Case(
        rule="no jumping",
        pieces="Md4 Pd6 pf4 Md3 oc4" + AFAR,
        only="Md4-d5 Md4xd6 Md4-e4 Md4xf4 Md4xc4",
        refused="Md4-d7 Md4-g4 Md4-d2 Md4-b4",
    ),
    Case(rule="no jumping", pieces="Od4 Pd5 pe4" + AFAR, refused="Od4-d6 Od4-f4 Od4-d5", legal="Od4xe4 Od4-d2"),
    Case(rule="capture", pieces="Od4 pd6 pd3" + AFAR, legal="Od4xd6 Od4xd3 Od4-d5", refused="Od4-d2 Od4xd5 Od4xb4"),
    Case(
        rule="capture",
        pieces="Od4 pd6" + AFAR,
        after={"Od4xd6": "Od6" + AFAR},
        ends={"Od4xd6": None},
    ),
    Case(rule="capture", pieces="Od4 pd6" + AFAR, side="l", played="Pd6-d5", after={"Od4xd5": "Od5" + AFAR}),
    Case(
        rule="any rank",
        pieces="Pd4 me5 od5 pc5" + AFAR,
        rules=ROSS,
        only="Pd4xe5 Pd4xd5 Pd4xc5 Pd4-e4 Pd4-e3 Pd4-d3 Pd4-c3 Pd4-c4",
    ),
    Case(rule="any rank", pieces="Od4 md5 oe4 pc4" + AFAR, rules=ROSS, legal="Od4xd5 Od4xe4 Od4xc4"),
    Case(rule="any rank", pieces="Md4 md5 oe4 pc4" + AFAR, rules=ROSS, legal="Md4xd5 Md4xe4 Md4xc4"),
    Case(
        rule="own rank or lower",
        pieces="Pd4 me5 od5 pc5" + AFAR,
        rules=WOAG,
        only="Pd4xc5 Pd4-e4 Pd4-e3 Pd4-d3 Pd4-c3 Pd4-c4",
        refused="Pd4xe5 Pd4xd5",
        says="Pawn",
    ),
    Case(
        rule="own rank or lower",
        pieces="Od4 md5 oe4 pc4" + AFAR,
        rules=WOAG,
        only="Od4xe4 Od4xc4 Od4-d3 Od4-d2",
        refused="Od4xd5",
        says="Officer",
    ),
    Case(rule="own rank or lower", pieces="Md4 md5 oe4 pc4" + AFAR, rules=WOAG, legal="Md4xd5 Md4xe4 Md4xc4"),
    Case(
        rule="own rank or lower",
        pieces="Mg5 of4 of6 md4 pf3" + AFAR,
        rules=WOAG,
        only="~Of4-f5 ~Of4xf6 ~Of4-g4 ~Of4-h4 ~Of4xf3 ~Of4-e4",
        refused="~Of4xd4",
    ),
    Case(rule="own rank or lower", pieces="Og5 pf4 of6 me4 pf3" + AFAR, rules=WOAG, refused="~Pf4xf6 ~Pf4xe4"),
    Case(rule="devour", pieces="Md4 Pd5 Of4" + AFAR, legal="Md4xd5 Md4xf4", after={"Md4xf4": "Mf4 Pd5" + AFAR}),
    Case(
        rule="devour",
        pieces="Md4 Pd5 Od7 Od1" + AFAR,
        only="Md4xd5 Md4-e4 Md4-f4 Md4-g4 Md4-d3 Md4-d2 Md4xd1 Md4-c4 Md4-b4 Md4-a4",
        refused="Md4xd7 Md4-d5",
    ),
    Case(rule="no master devoured", pieces="Md4 Md5 Mf4" + AFAR.replace("Ma1 ", ""), refused="Md4xd5 Md4xf4 Md5xd4"),
    Case(rule="only masters devour", pieces="Od4 Pd5 Oe4 Pc5" + AFAR, refused="Od4xd5 Od4xe4 Pd5xc5 Pd5xe4 Pc5xd5"),
    Case(rule="devour brings none back", pieces="Md4 Oe4" + AFAR, legal="Md4xe4", refused="Md4xe4+Pd4 Md4xe4+Pe5"),
]
