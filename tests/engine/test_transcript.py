"""The lines exchanged with a program, and its error output, which never blocks it."""

import locale
import sys
import time

import pytest

from game.engine.protocol.line_process import LineProcess
from game.engine.protocol.transcript import LONGEST_LINE, MOST_LINES, LineKind, Transcript, decode_leniently

PATIENCE = 30.0


def test_a_transcript_keeps_the_last_lines_and_cuts_long_ones():
    transcript = Transcript()
    transcript.add(LineKind.RECEIVED, (f"line {number}" for number in range(MOST_LINES + 5)))
    transcript.add(LineKind.RECEIVED, ["", "x" * 10_000, "a\x07b"])
    lines = transcript.lines()
    assert (len(lines), transcript.count) == (MOST_LINES, MOST_LINES + 7)
    assert [line.text for line in lines[-2:]] == ["x" * LONGEST_LINE, "ab"]


def test_the_last_error_lines_are_those_of_the_program_started_last():
    transcript = Transcript()
    transcript.begin("one")
    transcript.add(LineKind.ERROR, ["a", "b", "c", "d"])
    assert transcript.errors == ("b", "c", "d")
    transcript.begin("two")
    assert transcript.errors == ()


@pytest.mark.parametrize(
    ("encoding", "words"), [("cp1252", "Datei nicht gefunden: Größe"), ("cp936", "找不到文件"), ("cp1251", "нет файла")]
)
def test_error_output_in_the_code_page_of_windows_is_read(monkeypatch, encoding, words):
    monkeypatch.setattr(locale, "getencoding", lambda: encoding)
    assert decode_leniently(words.encode(encoding)) == words
    assert decode_leniently(words.encode()) == words


def test_error_output_in_no_known_encoding_is_shown_as_far_as_possible(monkeypatch):
    monkeypatch.setattr(locale, "getencoding", lambda: "ascii")
    assert decode_leniently(b"no file \xe4\xff") == "no file \ufffd\ufffd"


def run(code: str) -> Transcript:
    """Run a program to its end, and return the lines exchanged."""
    transcript = Transcript()
    process = LineProcess([sys.executable, "-c", code], transcript=transcript)
    process.send(["hello"])
    until = time.monotonic() + PATIENCE
    while not process.ended and time.monotonic() < until:
        process.receive(100)
        time.sleep(0.01)
    assert process.ended
    return transcript


def test_lines_of_both_sides_and_the_last_error_are_there_when_the_program_has_ended():
    transcript = run("import sys; print(input()); sys.stderr.write('no net'); sys.exit(3)")
    assert [(line.kind.value, line.text) for line in transcript.lines()[:2]] == [(">", "hello"), ("<", "hello")]
    assert transcript.errors == ("no net",)


def test_a_program_that_writes_more_errors_than_a_pipe_holds_ends_by_itself():
    transcript = run("import sys\nfor _ in range(2000): sys.stderr.write('x' * 999 + chr(10))\nsys.stderr.write('end')")
    assert transcript.errors[-1] == "end"
