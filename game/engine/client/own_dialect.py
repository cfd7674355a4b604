"""The protocol of our own engine: Gomocup's with our extensions, which can express any ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from game.core.model import ParseError
from game.core.own_program import own_command, plug_in_arguments
from game.core.ruleset import Ruleset, why_no_opponents
from game.engine.client import texts as sentences
from game.engine.client.dialect import Dialect, EngineReport, LinesToSend, NoAnswer
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Question
from game.engine.protocol.replies import ErrorReply, read_reply

#: Command that our engine answers as soon as it can play, and the beginning of the answer.
WHO_ARE_YOU, ABOUT_US = "ABOUT", "name="


def format_question(question: Question, settings: Sequence[str] = ()) -> list[str]:
    """Return the protocol lines that ask our own engine a question, including the lines of its settings.

    The line with the ruleset comes first, because it makes the engine reset the level, the limit of nodes and the
    limits of the game's time.
    """
    return [
        f"INFO ruleset {question.ruleset_id}",
        *(f"INFO option {key} {value}" for key, value in question.options.items()),
        *([f"INFO level {question.level}"] if question.level else []),
        *settings,
        *([f"INFO language {question.language}"] if question.language else []),
        f"INFO seed {question.seed}",
        f"INFO timeout_turn {round(question.seconds * 1000)}",
        *_lines_of_game_time(question),
        *([f"INFO max_node {question.nodes}"] if question.nodes else []),
        *(["INFO pondering 1"] if question.ponders else []),
        *(["YXHASHCLEAR"] if question.forgets else []),
        _request(question),
        *question.position_text.splitlines(),
        "DONE",
    ]


def _lines_of_game_time(question: Question) -> list[str]:
    if question.game_seconds is None:
        return []
    times = {"time_left": question.game_seconds, "time_increment": question.increment}
    return [f"INFO {key} {round(seconds * 1000)}" for key, seconds in times.items()]


def _request(question: Question) -> str:
    if question.asks_proof:
        return "PROVE"
    return f"JUDGE {question.judges}" if question.judges else "POSITION"


class OwnConversation:
    """A conversation with our own engine; every question contains all that the engine needs to know.

    The first question is preceded by a request for the engine's name. Its answer shows that the engine has loaded its
    rulesets, which can be slow, and only then does the time of the move begin.
    """

    def __init__(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> None:
        self._engine, self._rulesets = engine, rulesets
        self._is_up = False

    def ask(self, question: Question) -> LinesToSend:
        """Return all lines of a question to our own engine, after a request for its name before the first question.

        Raises ParseError if our engine cannot play with the options of the game.
        """
        ruleset = self._rulesets.get(question.ruleset_id)
        refused = None if ruleset is None else why_no_opponents(ruleset, question.options)
        if refused is not None:
            raise ParseError(refused.message)
        lines = tuple(format_question(question, self._engine.settings_lines("INFO ")))
        return LinesToSend(lines if self._is_up else (WHO_ARE_YOU, *lines), asks_move=self._is_up)

    def parse_line(self, text: str) -> Iterator[EngineReport]:
        """Parse a line of our own engine and yield what it reports, if anything; moves are not checked."""
        reply = read_reply(text)
        if not self._is_up and (reply is not None or text.startswith(ABOUT_US)):
            self._is_up = True
            introduction = sentences.read_introduction(text)
            if introduction is not None:
                yield introduction
            yield LinesToSend((), asks_move=True)
        if isinstance(reply, ErrorReply):
            yield NoAnswer(sentences.cannot_play(self._engine.name, reply.sentence))
        elif reply is not None:
            yield reply


class OwnDialect(Dialect):
    """The protocol of our own engine, as a dialect."""

    __slots__ = ()

    def begin(self, engine: EngineProgram, rulesets: Mapping[str, Ruleset]) -> OwnConversation:
        """Create the conversation with our engine."""
        return OwnConversation(engine, rulesets)


OWN = OwnDialect(id="own", farewell="END", stop="YXSTOP", is_relayed=False)


def own_engine(plugins: Path | None = None, tried: Sequence[str] | None = None) -> EngineProgram:
    """Return the description of our own engine, which loads drop-in plug-ins from the folder ``plugins``.

    ``tried`` names the only third-party plug-in modules to load, which this process has loaded without trouble; None
    makes the engine try all of them.
    """
    return EngineProgram("", tuple(own_command("engine", *plug_in_arguments(plugins, tried))), dialect=OWN.id)
