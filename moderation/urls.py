"""Addresses of the moderation app."""

from django.urls import path

from moderation.views import (
    acting,
    deciding,
    decision,
    evidence,
    game_decision,
    log,
    people,
    queue,
    referrals,
    reports,
    rules,
    signals,
    site,
)

urlpatterns = [
    path("people/<str:username>/report/", reports.report, name="report"),
    path("report/<slug:kind>/<int:pk>/", reports.report_thing, name="report_thing"),
    path("reports/", reports.my_reports, name="my_reports"),
    path("account/decision/<str:token>/", decision.decision, name="restriction"),
    path("account/decision/game/<str:token>/", game_decision.game_decision, name="game_decision"),
    path("moderation/", queue.show_queue, name="moderation"),
    path("moderation/reports/<int:pk>/", deciding.report, name="moderation_report"),
    path("moderation/reports/<int:pk>/claim/", queue.claim, name="moderation_claim"),
    path("moderation/reports/<int:pk>/release/", queue.release, name="moderation_release"),
    path("moderation/hand-over/", referrals.hand_over, name="moderation_hand_over"),
    path("moderation/handed-over/<int:pk>/", referrals.answer, name="moderation_answer_referral"),
    path("moderation/appeals/<int:pk>/", deciding.appeal, name="moderation_appeal"),
    path("moderation/people/", people.people, name="moderation_people"),
    path("moderation/people/<str:username>/", deciding.person, name="moderation_person"),
    path("moderation/people/<str:username>/games/", evidence.list_games, name="moderation_games_of_person"),
    path("moderation/people/<str:username>/<slug:action>/", acting.act_on_person, name="moderation_act_on_person"),
    path("moderation/games/<int:pk>/", deciding.game, name="moderation_game"),
    path("moderation/games/<int:pk>/<slug:action>/", acting.act_on_game, name="moderation_act_on_game"),
    path("moderation/log/", log.show_log, name="moderation_log"),
    path("moderation/log/<int:pk>/undo/", acting.undo, name="moderation_undo"),
    path("moderation/signals/", signals.show_signals, name="moderation_signals"),
    path("moderation/site/", site.switches, name="moderation_site"),
    path("moderation/messages/", log.list_messages, name="moderation_messages"),
    path("moderation/messages/<int:pk>/", log.list_messages, name="moderation_message"),
    path("moderation/messages/<int:pk>/delete/", log.delete_message, name="moderation_delete_message"),
    path("conduct/", rules.conduct, name="conduct"),
    path("fair-play/", rules.fair_play, name="fair_play"),
]
