"""``python -m tools.house_picture ROOT FILE.svg [FOLDER]`` draws the rooms of a checkout as its imports stack them.

A room is a folder of code, or a file; it stands on a floor above all rooms that it imports from. A grey arrow leads
from who imports to what is imported, a red one joins rooms that import each other; a red room holds a circle of files.
With FOLDER only the rooms in it are drawn. It needs no screen and runs nothing of the checkout.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from xml.sax.saxutils import escape

from tools.imports import imports_of_ours, modules

Graph = Mapping[str, set[str]]

_WIDTH, _FLOOR, _HEIGHT, _MARGIN, _GAP = 1240, 96, 52, 20, 14

#: A room alone on its floor stands so far aside in turn, so that arrows pass it.
_AISLE = 290
#: So many files lying loose in a folder make it a hall, whose files are drawn as one room.
_HALL = 20
#: An ``__init__`` of fewer lines only says what the folder is.
_BARE = 10


@dataclass(slots=True)
class Room:
    """A folder with its files' modules and their physical lines."""

    name: str
    modules: set[str]
    lines: int = 0
    circles: int = 0
    """Modules that import themselves by way of others in the same room."""

    @property
    def words(self) -> str:
        """How much there is in it."""
        inside = f"{len(self.modules)} files, {self.lines:,} lines" if len(self.modules) > 1 else f"{self.lines} lines"
        return f"{inside}, {self.circles} in circles" if self.circles else inside


def reachable(graph: Graph, start: str) -> set[str]:
    """Whatever is imported by a node, directly or by way of others."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph[node]
    return found


def circles(graph: Graph) -> list[set[str]]:
    """The sets of nodes that import each other, directly or by way of others."""
    reached = {node: reachable(graph, node) for node in graph}
    tied = [{other for other in reached[node] if node in reached[other]} for node in sorted(graph)]
    return [nodes for number, nodes in enumerate(tied) if nodes and nodes not in tied[:number]]


def rooms_of(root: Path, folder: str) -> tuple[dict[str, Room], dict[str, set[str]], list[set[str]]]:
    """The rooms below a folder, which room imports from which, and the circles of modules among them."""
    rooms: dict[str, Room] = {}
    room_of: dict[str, str] = {}
    is_hall = len(list((root / folder).glob("*.py"))) > _HALL
    for module, path in modules(root):
        name = _room(path.relative_to(root), folder, is_hall=is_hall)
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if name is None or (path.name == "__init__.py" and lines < _BARE):
            continue
        room = rooms.setdefault(name, Room(name, set()))
        room.modules.add(module)
        room.lines += lines
        room_of[module] = name
    graph = {m: {o for o in others if o in room_of} for m, others in imports_of_ours(root).items() if m in room_of}
    between: dict[str, set[str]] = {name: set() for name in rooms}
    for module, others in graph.items():
        between[room_of[module]] |= {room_of[other] for other in others} - {room_of[module]}
    found = circles(graph)
    for nodes in found:
        if len(homes := {room_of[node] for node in nodes}) == 1:
            rooms[homes.pop()].circles += len(nodes)
    return rooms, between, found


def _room(file: Path, folder: str, *, is_hall: bool) -> str | None:
    """The room that a file lies in, None for one that is not drawn.

    Of the whole house the rooms are the folders of ``game`` and those beside it; of one folder, the folders and files
    in it, all files together where they are so many that they make a hall.
    """
    parts = file.parts
    if not folder:
        return "/".join(parts[: 2 if parts[0] == "game" else 1])
    inside = folder.split("/")
    if list(parts[: len(inside)]) != inside:
        return None
    is_loose = len(parts) == len(inside) + 1
    return f"{folder}/*.py" if is_loose and is_hall else "/".join(parts[: len(inside) + 1])


def floors(between: Graph) -> dict[str, int]:
    """The floor of each room, from 0 at the ground; rooms that import each other share one."""
    reached = {room: reachable(between, room) for room in between}
    heights: dict[str, int] = {}
    for room in sorted(between, key=lambda room: len(reached[room])):
        below = [heights[other] for other in reached[room] if room not in reached[other] and other in heights]
        heights[room] = max(below, default=-1) + 1
    return heights


def picture(rooms: Mapping[str, Room], between: Graph, title: str) -> str:
    """The rooms as an SVG: a box each, the ground floor at the bottom."""
    heights = floors(between)
    by_floor: dict[int, list[Room]] = defaultdict(list)
    for name in sorted(rooms):
        by_floor[heights[name]].append(rooms[name])
    top = max(by_floor, default=0)
    places = {
        room.name: place
        for floor, there in by_floor.items()
        for room, place in zip(there, _places(there, floor, top), strict=True)
    }
    height = 60 + (top + 1) * _FLOOR
    arrows = list(_arrows(between, places))
    boxes = [_box(rooms[name], place) for name, place in places.items()]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="Noto Sans, sans-serif">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fbf7ee"/>',
        f'<text x="{_MARGIN}" y="34" font-size="20" fill="#3a2c4a">{escape(title)}</text>',
        *arrows,
        *boxes,
        "</svg>\n",
    ])  # fmt: skip


def _pairs(between: Graph) -> Iterable[tuple[str, str]]:
    return ((room, other) for room in sorted(between) for other in sorted(between[room]))


def _places(there: list[Room], floor: int, top: int) -> list[tuple[float, float, float]]:
    """Left edge, top and width of each box of a floor, where ``top`` is the highest one."""
    width = min(250.0, (_WIDTH - 2 * _MARGIN - _GAP * (len(there) - 1)) / len(there))
    left = (_WIDTH - width * len(there) - _GAP * (len(there) - 1)) / 2
    left += _AISLE * (0, 1, -1)[floor % 3] if len(there) == 1 else 0
    y = 60 + (top - floor) * _FLOOR
    return [(left + number * (width + _GAP), y, width) for number in range(len(there))]


def _arrows(between: Graph, places: Mapping[str, tuple[float, float, float]]) -> Iterable[str]:
    """An arrow for each pair; those of a box are spread over its edge, in the order of where they lead."""

    def by_place(names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: (places[name][0] + places[name][2] / 2, name))

    below = {room: by_place(others) for room, others in between.items()}
    above = {room: by_place(one for one in between if room in between[one]) for room in between}
    for one, other in _pairs(between):
        start = _port(places[one], below[one].index(other), len(below[one])), places[one][1] + _HEIGHT
        end = _port(places[other], above[other].index(one), len(above[other])), places[other][1]
        yield _arrow(start, end, is_back=one in reachable(between, other))


def _port(place: tuple[float, float, float], number: int, arrows: int) -> float:
    """Where one of so many arrows of a box meets its edge."""
    x, _top, width = place
    return x + width * (number + 1) / (arrows + 1)


def _arrow(start: tuple[float, float], end: tuple[float, float], *, is_back: bool) -> str:
    """A curve from the lower edge of one box to the upper edge of another."""
    colour, width = ("#c8322b", 2.5) if is_back else ("#8f86a0", 0.9)
    middle = (start[1] + end[1]) / 2
    path = "M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}".format(
        *start, start[0], middle, end[0], middle, *end
    )
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.6"/>'


def _box(room: Room, place: tuple[float, float, float]) -> str:
    x, y, width = place
    fill, line = ("#f6c9bd", "#c8322b") if room.circles else ("#ffe9b8", "#b98a2c")
    words = (
        f'<text x="{x + width / 2:.0f}" y="{y + 22:.0f}" text-anchor="middle" font-size="13.5" font-weight="bold" '
        f'fill="#3a2c4a">{escape(room.name)}</text>'
        f'<text x="{x + width / 2:.0f}" y="{y + 41:.0f}" text-anchor="middle" font-size="11.5" fill="#5d5070">'
        f"{escape(room.words)}</text>"
    )
    box = f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{_HEIGHT}" rx="8" fill="{fill}" stroke="{line}"/>'
    return box + words


def main(root: Path, file: Path, folder: str = "") -> int:
    """Draws the picture and prints what it counts; 1 when there is a circle."""
    rooms, between, found = rooms_of(root, folder)
    tied = [pair for pair in _pairs(between) if pair[0] in reachable(between, pair[1])]
    sizes = Counter(path.parent for _, path in modules(root) if path.name != "__init__.py")
    most, there = sizes.most_common(1)[0]
    title = (
        f"{folder or 'The whole house'}: {len(rooms)} rooms on {max(floors(between).values()) + 1} floors, "
        f"circles of files: {len(found)}, arrows that run back up: {len(tied)}"
    )
    file.write_text(picture(rooms, between, title), encoding="utf-8")
    sys.stdout.write(
        f"{title}\nfiles a folder: {there} at most ({most.relative_to(root)}), median {median(sizes.values()):g}\n"
    )
    sys.stdout.writelines(f"circle: {', '.join(sorted(nodes))}\n" for nodes in found)
    return 1 if found or tied else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:4]))
