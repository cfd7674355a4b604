"""The examples at the end of the help of each command: what follows its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: By the words of the command; "" is the program without one.
EXAMPLES: Mapping[str, Sequence[str]] = {
    "": ("", "game.sgf", "arena --help"),
    "open": ("game.sgf",),
    "engine": ("", "--protocol gtp --rules renju --level basic", "--protocol sau --seconds 5"),
    "prepare": ("", "gomoku connect6"),
    "referee": ("< questions.jsonl",),
    "review": ("game.sgf", "< questions.jsonl", "--check classes --games 50"),
    "convert": ("game.sgf game.psq", "one.sgf two.lib folder --format study", "game.sgf --json"),
    "accept": ("tournament.txt",),
    "arena": (
        "basic advanced --games 40 --jobs 2",
        "advanced --engine Wine=/path/to/wine --openings assets/openings/freestyle.txt --out arena-results/wine",
        "--ruleset six_in_a_row --clock 60+1 --gauntlet",
    ),
    "check": ("my_game.py", "my_game.toml"),
    "workshop": ("report my_game.toml",),
    "workshop report": ("my_game.toml --games 40", "connect6 --json"),
    "tune": (
        "plan",
        "play learn --option variant=standard --games 12000 --nodes 1500 --workers 2 --out tune-results/standard",
        "gate --option variant=standard --openings assets/openings/standard.txt --out tune-results/standard",
        "keep --option variant=standard --out tune-results/standard",
    ),
    "puzzles": ("make --count 50 --out mine.txt", "levels mine.txt"),
    "puzzles make": (
        "--ruleset gomoku --option variant=renju --count 50 --out renju.txt",
        "--games-from my-games.sgf --out mine.txt",
    ),
    "puzzles levels": ("mine.txt",),
    "relay": ("--folder /path/to -- ./pbrain-wine --quiet",),
    "bench": ("engine", "library --games 10000", "ui"),
    "bench ui": ("",),
    "bench engine": ("--ruleset gomoku --signature", "--forced-wins tests/data/forced_wins.jsonl 0.2"),
    "bench library": ("--games 10000",),
    "stress": ("--minutes 60", '--minutes 1 --only "damaged saves"', '--again "damaged saves" 7'),
    "try-plug-ins": ("--plugins FOLDER stone_fair_dropins.my_game",),
}
