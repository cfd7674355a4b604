"""``python -m tools.structure_picture ROOT FILE.svg [FOLDER]`` draws the packages of a checkout in layers.

Each box is a package (a folder of code or a single file), in a layer above all packages that it imports. A grey arrow
leads from the importing package to the imported one, a red arrow joins packages that import each other, and a red box
has an import cycle inside. With FOLDER only the packages in that folder are drawn. No display is needed, and no code of
the checkout is run.
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

_WIDTH, _LAYER, _HEIGHT, _MARGIN, _GAP = 1240, 96, 52, 20, 14

#: Horizontal offset of a box that is alone in its layer. In turn, such boxes are in the middle, to the right and to the
#: left, so that arrows can pass them.
_AISLE = 290
#: The number of files directly in a folder up to which each file gets its own box. More files share one box.
_MOST_FILES = 20
#: An ``__init__.py`` with fewer lines than this is assumed to hold only a docstring, and is not counted.
_BARE = 10


@dataclass(slots=True)
class Package:
    """A folder of code or a single file, with the names of its modules and the number of their lines."""

    name: str
    modules: set[str]
    lines: int = 0
    cycles: int = 0
    """Number of modules in import cycles within the package."""

    @property
    def size(self) -> str:
        """The second line of text in the package's box: the numbers of files, lines, and modules in import cycles."""
        inside = f"{len(self.modules)} files, {self.lines:,} lines" if len(self.modules) > 1 else f"{self.lines} lines"
        return f"{inside}, {self.cycles} in cycles" if self.cycles else inside


def reachable(graph: Graph, start: str) -> set[str]:
    """Return all nodes that a node imports, directly or indirectly."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph[node]
    return found


def cycles(graph: Graph) -> list[set[str]]:
    """Return the sets of nodes that import each other, directly or indirectly."""
    reached = {node: reachable(graph, node) for node in graph}
    tied = [{other for other in reached[node] if node in reached[other]} for node in sorted(graph)]
    return [nodes for number, nodes in enumerate(tied) if nodes and nodes not in tied[:number]]


def packages_of(root: Path, folder: str) -> tuple[dict[str, Package], dict[str, set[str]], list[set[str]]]:
    """Return the packages of a folder, the packages that each imports, and the import cycles among their modules."""
    packages: dict[str, Package] = {}
    package_of: dict[str, str] = {}
    is_crowded = len(list((root / folder).glob("*.py"))) > _MOST_FILES
    for module, path in modules(root):
        name = _package(path.relative_to(root), folder, is_crowded=is_crowded)
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if name is None or (path.name == "__init__.py" and lines < _BARE):
            continue
        package = packages.setdefault(name, Package(name, set()))
        package.modules.add(module)
        package.lines += lines
        package_of[module] = name
    graph = {
        m: {o for o in others if o in package_of} for m, others in imports_of_ours(root).items() if m in package_of
    }
    between: dict[str, set[str]] = {name: set() for name in packages}
    for module, others in graph.items():
        between[package_of[module]] |= {package_of[other] for other in others} - {package_of[module]}
    found = cycles(graph)
    for nodes in found:
        if len(homes := {package_of[node] for node in nodes}) == 1:
            packages[homes.pop()].cycles += len(nodes)
    return packages, between, found


def _package(file: Path, folder: str, *, is_crowded: bool) -> str | None:
    """Return the name of the package that a file belongs to, or None if it is not drawn.

    For the whole checkout the packages are the folders of ``game`` and those beside it. For one folder they are the
    folders and files in it; in a crowded folder all its files together are one package.
    """
    parts = file.parts
    if not folder:
        return "/".join(parts[: 2 if parts[0] == "game" else 1])
    inside = folder.split("/")
    if list(parts[: len(inside)]) != inside:
        return None
    is_loose = len(parts) == len(inside) + 1
    return f"{folder}/*.py" if is_loose and is_crowded else "/".join(parts[: len(inside) + 1])


def layers(between: Graph) -> dict[str, int]:
    """Return the layer of each package, 0 at the bottom; packages that import each other share a layer."""
    reached = {package: reachable(between, package) for package in between}
    heights: dict[str, int] = {}
    for package in sorted(between, key=lambda package: len(reached[package])):
        below = [heights[other] for other in reached[package] if package not in reached[other] and other in heights]
        heights[package] = max(below, default=-1) + 1
    return heights


def picture(packages: Mapping[str, Package], between: Graph, title: str) -> str:
    """Return an SVG with a box for each package and layer 0 at the bottom."""
    heights = layers(between)
    by_layer: dict[int, list[Package]] = defaultdict(list)
    for name in sorted(packages):
        by_layer[heights[name]].append(packages[name])
    top = max(by_layer, default=0)
    places = {
        package.name: place
        for layer, there in by_layer.items()
        for package, place in zip(there, _places(there, layer, top), strict=True)
    }
    height = 60 + (top + 1) * _LAYER
    arrows = list(_arrows(between, places))
    boxes = [_box(packages[name], place) for name, place in places.items()]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="Noto Sans, sans-serif">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fbf7ee"/>',
        f'<text x="{_MARGIN}" y="34" font-size="20" fill="#3a2c4a">{escape(title)}</text>',
        *arrows,
        *boxes,
        "</svg>\n",
    ])  # fmt: skip


def _pairs(between: Graph) -> Iterable[tuple[str, str]]:
    return ((package, other) for package in sorted(between) for other in sorted(between[package]))


def _places(there: list[Package], layer: int, top: int) -> list[tuple[float, float, float]]:
    """Return left edge, top and width of each box of a layer; ``top`` is the number of the highest layer."""
    width = min(250.0, (_WIDTH - 2 * _MARGIN - _GAP * (len(there) - 1)) / len(there))
    left = (_WIDTH - width * len(there) - _GAP * (len(there) - 1)) / 2
    left += _AISLE * (0, 1, -1)[layer % 3] if len(there) == 1 else 0
    y = 60 + (top - layer) * _LAYER
    return [(left + number * (width + _GAP), y, width) for number in range(len(there))]


def _arrows(between: Graph, places: Mapping[str, tuple[float, float, float]]) -> Iterable[str]:
    """Yield an SVG arrow for each import of one package by another.

    The arrows of a box are spread over its edge, sorted by the positions of the boxes at their other ends.
    """

    def by_place(names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: (places[name][0] + places[name][2] / 2, name))

    below = {package: by_place(others) for package, others in between.items()}
    above = {package: by_place(one for one in between if package in between[one]) for package in between}
    for one, other in _pairs(between):
        start = _port(places[one], below[one].index(other), len(below[one])), places[one][1] + _HEIGHT
        end = _port(places[other], above[other].index(one), len(above[other])), places[other][1]
        yield _arrow(start, end, is_back=one in reachable(between, other))


def _port(place: tuple[float, float, float], number: int, arrows: int) -> float:
    """Return the horizontal position of an arrow on the edge of a box, given its number, from 0, and their total."""
    x, _top, width = place
    return x + width * (number + 1) / (arrows + 1)


def _arrow(start: tuple[float, float], end: tuple[float, float], *, is_back: bool) -> str:
    """Return an SVG curve from the lower edge of one box to the upper edge of another."""
    colour, width = ("#c8322b", 2.5) if is_back else ("#8f86a0", 0.9)
    middle = (start[1] + end[1]) / 2
    path = "M{:.0f},{:.0f} C{:.0f},{:.0f} {:.0f},{:.0f} {:.0f},{:.0f}".format(
        *start, start[0], middle, end[0], middle, *end
    )
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.6"/>'


def _box(package: Package, place: tuple[float, float, float]) -> str:
    x, y, width = place
    fill, line = ("#f6c9bd", "#c8322b") if package.cycles else ("#ffe9b8", "#b98a2c")
    words = (
        f'<text x="{x + width / 2:.0f}" y="{y + 22:.0f}" text-anchor="middle" font-size="13.5" font-weight="bold" '
        f'fill="#3a2c4a">{escape(package.name)}</text>'
        f'<text x="{x + width / 2:.0f}" y="{y + 41:.0f}" text-anchor="middle" font-size="11.5" fill="#5d5070">'
        f"{escape(package.size)}</text>"
    )
    box = f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{_HEIGHT}" rx="8" fill="{fill}" stroke="{line}"/>'
    return box + words


def main(root: Path, file: Path, folder: str = "") -> int:
    """Draw the picture and print the counts. Return 1 if modules or packages import each other, else 0."""
    packages, between, found = packages_of(root, folder)
    tied = [pair for pair in _pairs(between) if pair[0] in reachable(between, pair[1])]
    sizes = Counter(path.parent for _, path in modules(root) if path.name != "__init__.py")
    most, there = sizes.most_common(1)[0]
    title = (
        f"{folder or 'Packages'}: {len(packages)} boxes in {max(layers(between).values()) + 1} layers, "
        f"{sum(map(len, between.values()))} arrows, import cycles: {len(found)}, upward imports: {len(tied)}"
    )
    file.write_text(picture(packages, between, title), encoding="utf-8")
    sys.stdout.write(
        f"{title}\nfiles in a folder: at most {there} ({most.relative_to(root)}), median {median(sizes.values()):g}\n"
    )
    sys.stdout.writelines(f"cycle: {', '.join(sorted(nodes))}\n" for nodes in found)
    return 1 if found or tied else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:4]))
