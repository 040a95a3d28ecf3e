"""Addresses of records."""

from django.urls import path

from records.views import (
    animations,
    bulk,
    collected,
    embedding,
    explorer,
    following,
    opening,
    pictures,
    replaying,
    schema,
    written,
)

urlpatterns = [
    path("games/<int:pk>.txt", written.game_text, name="game_text"),
    path("games/<int:pk>.json", written.game_json, name="game_json"),
    path("games/<int:pk>.ap.json", written.game_abstract_play, name="game_abstract_play"),
    path("games/<int:pk>/turns.txt", written.turns_text, name="turns_text"),
    path("games/<int:pk>.gif", animations.game_gif, name="game_gif"),
    path("games/<int:pk>/<int:ply>.svg", pictures.game_position, {"form": "svg"}, name="game_svg"),
    path("games/<int:pk>/<int:ply>.png", pictures.game_position, {"form": "png"}, name="game_png"),
    path("games/<int:pk>/frames/", replaying.game_frames, name="game_frames"),
    path("games/<int:pk>/jumps/", replaying.game_jumps, name="game_jumps"),
    path("games/<int:pk>/material/", replaying.game_material, name="game_material"),
    path("practice/<slug:slug>/frames/", replaying.line_frames, name="line_frames"),
    path("embed/games/<int:pk>/", embedding.embed_game, name="embed_game"),
    path("embed/games/<int:pk>/<int:ply>/", embedding.embed_game, name="embed_game_at"),
    path("embed/games/<int:pk>/frames/", embedding.embed_frames, name="embed_frames"),
    path("oembed/", embedding.oembed, name="oembed"),
    path("positions/<slug:slug>.svg", pictures.any_position, {"form": "svg"}, name="position_svg"),
    path("positions/<slug:slug>.png", pictures.any_position, {"form": "png"}, name="position_png"),
    path("people/<str:username>/games/", collected.player_games, name="player_games"),
    path("people/<str:username>/games.txt", collected.player_games_file, {"form": "txt"}, name="player_games_text"),
    path("people/<str:username>/games.json", collected.player_games_file, {"form": "json"}, name="player_games_json"),
    path("games/<int:pk>/follow/", following.follow_game, name="follow_game"),
    path("people/<str:username>/follow/", following.follow_person, name="follow_person"),
    path("following/", following.followed, name="followed"),
    path("book/<slug:slug>/", explorer.book_of, name="book"),
    path("records/copy/", collected.player_games_copy, name="player_games_copy"),
    path("records/", opening.open_record, name="open_record"),
    path("records/files/", bulk.bulk_files_page, name="bulk_files"),
    path("records/format/", schema.record_format, name="record_format"),
    path("records/schema/1.json", schema.record_schema, name="record_schema"),
]
