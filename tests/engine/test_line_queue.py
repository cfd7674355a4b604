"""The queue of a child's lines: bounded whatever comes in, and no answer is lost."""

import threading

from game.engine.protocol.line_queue import MOST_LETTERS, MOST_LINES, LineQueue


def test_lines_come_out_in_their_order():
    queue = LineQueue()
    lines = ["7,7", "MESSAGE depth 3", "8,8", "DEBUG x", "9,9"]
    for line in (*lines, "", "  "):
        queue.put(line)
    assert queue.take(2) == lines[:2]
    assert queue.take(9) == lines[2:]
    assert queue.is_empty


def test_a_flood_of_remarks_is_bounded_and_the_answer_between_them_stays():
    queue = LineQueue()
    for number in range(10 * MOST_LINES):
        queue.put("7,7" if number == 3 else f"MESSAGE {number} {'x' * 8_000}")
    kept = queue.take(10 * MOST_LINES)
    assert kept[0] == "7,7"
    assert kept[-1].startswith(f"MESSAGE {10 * MOST_LINES - 1} ")
    assert sum(map(len, kept)) <= MOST_LETTERS


def test_an_answer_after_a_flood_of_remarks_gets_in():
    queue = LineQueue()
    for number in range(2 * MOST_LINES):
        queue.put(f"message {number}")
    assert queue.put("7,7")
    assert queue.take(2 * MOST_LINES)[-1] == "7,7"


def test_whoever_writes_more_answers_than_there_is_room_for_waits():
    queue = LineQueue()
    for number in range(MOST_LINES):
        queue.put(f"{number}")
    writer = threading.Thread(target=queue.put, args=("last",))
    writer.start()
    assert writer.is_alive()
    assert queue.take(1) == ["0"]
    writer.join(10.0)
    assert queue.take(MOST_LINES)[-1] == "last"


def test_a_closed_queue_keeps_nobody_waiting():
    queue = LineQueue()
    for number in range(MOST_LINES):
        queue.put(f"{number}")
    writer = threading.Thread(target=queue.put, args=("last",))
    writer.start()
    queue.close()
    writer.join(10.0)
    assert not writer.is_alive()
    assert len(queue.take(2 * MOST_LINES)) == MOST_LINES
