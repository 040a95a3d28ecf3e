"""A turn that is undone: in the account of the small site, too, it was never played."""

from games.models import Turn


def test_all_holds_while_turns_are_played_and_undone(told):
    told.open()
    for choice in range(3):
        told.undo_turn(number=0, choice=choice, fresh=True)
        told.play_turn(number=0, choice=choice, expected=False, remark=False)
    assert Turn.objects.filter(undone=True).count() == 3
    assert Turn.objects.filter(undone=False).count() == 3
