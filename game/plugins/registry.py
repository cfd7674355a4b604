"""The registry of rulesets from built-in packages, the drop-in folder and installed plug-ins.

A plug-in that cannot be used is listed with a sentence about the reason, as is a level that cannot play. Neither stops
the program.
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import cast

from assets.languages import language_folder
from game.core import language
from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import API_VERSION, Level, Prove, Think
from game.plugins.drop_ins import DROP_IN_PACKAGE, open_drop_in_package
from game.plugins.guard import format_cause, guarded, is_keyboard_interrupt
from game.plugins.known_rulesets import KnownRulesets
from game.plugins.measured_levels import with_measured_elo
from game.plugins.plugin_validation import flaw
from game.plugins.renamed import replacement
from game.plugins.sheet_files import SHIPPED, SUFFIX, SheetFolders, carried_sheet, find_sheet, keep_sheets, kept_ids
from game.plugins.trial import ANSWER_SECONDS, EXPORT, PATIENT_SECONDS, failures
from game.plugins.verdicts import Fault, TrialVerdict, Verdicts, mark_of
from game.plugins.watchdog import PluginTimeout, Watch
from game.sheets.game import SheetGame
from game.sheets.sheet import Sheet

#: The package of our own rulesets; its ``ORDER`` is their order on the menu.
OUR_PACKAGE = "rulesets"
#: The module with the opponents of all rule sheets, as ``LEVELS``.
SHEET_PACKAGE = f"{OUR_PACKAGE}.sheet_levels"
#: The group of the entry points (``importlib.metadata``) that installed plug-ins declare.
ENTRY_POINT_GROUP = "stone_fair.rulesets"

#: A function that makes slow preparations for a thinker. It may yield its progress: steps done and steps in all.
Warm = Callable[[], Iterable[tuple[int, int]] | None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A message to the player about a plug-in that was not loaded, or a level that cannot play."""

    name: str
    sentence: str
    mark: str = ""
    """The identifier of a plug-in that is switched off, for ``Verdicts.pardon``; "" otherwise."""


@dataclass(frozen=True, slots=True)
class _Origin:
    """The package of a ruleset and the folder with its files."""

    package: str
    folder: Path


@dataclass(slots=True)
class Catalogue:
    """The known rulesets by id, in menu order, and the problems of plug-ins that were not loaded."""

    rulesets: KnownRulesets = field(init=False)
    """The rulesets by id. That of a rule sheet which is not on the menu is read when its id is asked for."""
    problems: tuple[Problem, ...] = ()
    tried: tuple[str, ...] = ()
    """The modules of third-party plug-ins that passed their trial (see ``game.plugins.trial``) and are safe to load."""
    _origins: dict[str, _Origin] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look for rule sheets that are not on the menu when their ids are asked for."""
        self.rulesets = KnownRulesets(self._find_game)

    def package(self, ruleset_id: str) -> str:
        """Return the module name of a ruleset's package.

        Relative names of thinkers start from this package.
        """
        return self._origin(ruleset_id).package

    def folder(self, ruleset_id: str) -> Path:
        """Return the folder with a ruleset's files, such as its pictures."""
        return self._origin(ruleset_id).folder

    def _origin(self, ruleset_id: str) -> _Origin:
        # A rule sheet that nobody has asked for yet is found now. This raises KeyError for an unknown id.
        self.rulesets[ruleset_id]
        return self._origins[ruleset_id]

    def folders(self) -> dict[str, Path]:
        """Return a dict from each ruleset's id to the folder with its files."""
        return {ruleset_id: self.folder(ruleset_id) for ruleset_id in self.rulesets}

    def set_language(self, code: str) -> None:
        """Switch all texts, including those of plug-ins, to a language.

        A plug-in may have its own translations in a folder ``locale``.
        """
        folders = {folder / "locale": None for folder in self.folders().values()}
        language.set_language(code, [language_folder(), *folders])

    def add(self, name: str, module: ModuleType) -> None:
        """Add the ruleset that a module exports. A third-party ruleset gets an error-catching wrapper.

        Raises ParseError if the ruleset cannot be used.
        """
        ruleset = getattr(module, EXPORT, None)
        if ruleset is None:
            raise ParseError(_("{name} does not export {export}", name=name, export=EXPORT))
        is_ours = module.__name__.startswith(f"{OUR_PACKAGE}.")
        # The tests look at ours, so that no start has to.
        problem = None if is_ours else flaw(ruleset)
        if problem is not None:
            raise ParseError(f"{name}: {problem}")  # no words
        taken = self._origins.get(ruleset.info.id)
        if taken is not None:
            raise ParseError(
                _(
                    "{name}: the id {id!r} is already used by {other}",
                    name=name,
                    id=ruleset.info.id,
                    other=taken.package,
                )
            )
        self.rulesets.add(ruleset if is_ours else guarded(ruleset), is_listed=True)
        self._origins[ruleset.info.id] = _Origin(module.__name__, Path(getattr(module, "__file__", None) or "").parent)

    def add_sheet(self, sheet: Sheet, folder: Path = SHIPPED, *, is_listed: bool) -> SheetGame:
        """Add the game of a rule sheet, whose pictures are in ``folder``, and return it.

        A game that is known already is only put on the menu, if ``is_listed``.
        """
        known = self.rulesets.get(sheet.id)
        if isinstance(known, SheetGame) and not is_listed:
            return known
        game = self._game_of(sheet, folder)
        self.rulesets.add(game, is_listed=is_listed)
        return game

    def _game_of(self, sheet: Sheet, folder: Path) -> SheetGame:
        game = SheetGame(sheet, with_measured_elo(importlib.import_module(SHEET_PACKAGE).LEVELS, sheet.rules))
        self._origins[sheet.id] = _Origin(SHEET_PACKAGE, folder)
        return game

    def _find_game(self, ruleset_id: str) -> SheetGame | None:
        """Return the game of a rule sheet that is not on the menu, or None if there is none with this id."""
        sheet = find_sheet(ruleset_id)
        return self._game_of(sheet, SHIPPED) if sheet is not None else None

    def offered_game(self, ruleset_id: str, text: str) -> SheetGame:
        """Return the game of a rule sheet from elsewhere, for the player to look at; ``accept_sheet`` makes it known.

        Raises ParseError if the text is not the sheet of the game with this id.
        """
        return SheetGame(carried_sheet(ruleset_id, text), importlib.import_module(SHEET_PACKAGE).LEVELS)

    def accept_sheet(self, sheet: Sheet) -> None:
        """Make the game of a sheet from elsewhere known, now and at later starts. It is not put on the menu."""
        keep_sheets([sheet])
        self.add_sheet(sheet, is_listed=False)

    def keep_sheets(self) -> None:
        """Keep copies of the rule sheets on the menu, so that their games outlive changes of the files."""
        games = (ruleset for ruleset in self.rulesets.values() if isinstance(ruleset, SheetGame))
        keep_sheets((game.sheet for game in games), kept_ids())

    def remove_sheet(self, ruleset_id: str) -> None:
        """Take the game of a rule sheet off the menu; its games can still be opened."""
        self.rulesets.show(ruleset_id, is_listed=False)


@dataclass(frozen=True, slots=True)
class _Source:
    """A plug-in that can be loaded, with its display name and the name of the module to import."""

    name: str
    module: str
    path: Path | None = None
    """The file or folder of a drop-in; None for other plug-ins."""


def discover(folder: Path | None = None, tried: Sequence[str] | None = None) -> Catalogue:
    """Find all rulesets: the built-in ones, the drop-ins in ``folder``, and the installed plug-ins.

    The folder may be missing.

    ``tried`` are the modules of the third-party plug-ins that the parent process has tested without a failure; only
    these are loaded. None means that this process must test them itself.
    """
    catalogue = Catalogue()
    problems: list[Problem] = []
    others = [*_drop_in_sources(folder, problems), *_installed_sources()]
    if tried is not None:
        others = [source for source in others if source.module in tried]
    if tried is None:
        off = _switched_off(folder, others)
        problems.extend(off.values())
        others = [source for source in others if source.module not in off]
    catalogue.tried = tuple(source.module for source in others)
    for source in (*_our_sources(), *others):
        try:
            module = _load(catalogue, source)
            problems.extend(_missing_thinkers(source.name, module))
        except ParseError as error:
            problems.append(Problem(source.name, _("{problem}.", problem=error)))
        except PluginTimeout:
            problems.append(Problem(source.name, _late_text(source.name, PATIENT_SECONDS)))
        # A plug-in is third-party code. Whatever it raises while it loads, the program starts without it.
        except BaseException as error:
            if is_keyboard_interrupt(error):
                raise
            problems.append(Problem(source.name, _import_trouble(source.name, error)))
    problems.extend(_add_sheets(catalogue, folder))
    catalogue.problems = tuple(problems)
    return catalogue


def _add_sheets(catalogue: Catalogue, folder: Path | None) -> Iterator[Problem]:
    """Put the rule sheets in ``folder`` on the menu. Yield a problem for each sheet that cannot be used.

    The others are found by their ids when these are asked for, as reading them all would delay every start.
    """
    sheets = SheetFolders(folder)
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder is not None and folder.is_dir() else ():
        if path.name.startswith((".", "_")):
            continue
        try:
            catalogue.add_sheet(sheets.read(path).sheet, path.parent, is_listed=True)
        except ParseError as error:
            yield Problem(path.name, _("{problem}.", problem=error))


def _load(catalogue: Catalogue, source: _Source) -> ModuleType:
    """Import a ruleset's module and add the ruleset to the catalogue.

    Third-party plug-ins have a time limit here, too, although a trial run in another process found no fault.
    """
    is_ours = source.module.startswith(f"{OUR_PACKAGE}.")
    with contextlib.nullcontext() if is_ours else Watch(PATIENT_SECONDS):
        module = importlib.import_module(source.module)
        catalogue.add(source.name, module)
    return module


def _switched_off(folder: Path | None, sources: Sequence[_Source]) -> dict[str, Problem]:
    """Return the plug-ins that must not be loaded, because they failed a trial run in another process.

    They failed it now or at an earlier start.
    """
    if not sources:
        return {}
    verdicts, off = Verdicts(), dict[str, Problem]()
    marks = {} if verdicts.are_none else {source.module: mark_of(source.module, source.path) for source in sources}
    known = {module: verdict for module, mark in marks.items() if (verdict := verdicts.of(mark)) is not None}
    again = [module for module, verdict in known.items() if verdict.is_pardoned]
    fresh = [source.module for source in sources if source.module not in known or source.module in again]
    unfit = failures(folder, fresh, again) if fresh else {}
    for source in sources:
        module = source.module
        fault = unfit[module] if module in unfit else known[module].fault if module not in fresh else None
        if module in unfit:
            marks.setdefault(module, mark_of(module, source.path))
            verdicts.keep(marks[module], TrialVerdict(unfit[module]))
        elif module in again:
            verdicts.drop(marks[module])
        if fault is not None:
            seconds = PATIENT_SECONDS if module in unfit and module in again else ANSWER_SECONDS
            off[module] = Problem(source.name, _off_text(source.name, fault, seconds), marks[module])
    return off


def _off_text(name: str, fault: Fault, seconds: float) -> str:
    if fault is Fault.LATE:
        return _late_text(name, seconds)
    return _("{name} is switched off because it crashed while it was being loaded.", name=name)


def _late_text(name: str, seconds: float) -> str:
    return _(
        "{name} is switched off because it did not answer within {seconds} seconds.", name=name, seconds=f"{seconds:g}"
    )


def _our_sources() -> Iterator[_Source]:
    package = importlib.import_module(OUR_PACKAGE)
    found = sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)
    first = [name for name in package.ORDER if name in found]
    for name in (*first, *(name for name in found if name not in first)):
        yield _Source(name, f"{OUR_PACKAGE}.{name}")


def _drop_in_sources(folder: Path | None, problems: list[Problem]) -> Iterator[_Source]:
    """Make the drop-in folder importable under DROP_IN_PACKAGE, and yield the plug-ins in it."""
    if folder is None or not folder.is_dir():
        return
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        problems.append(
            Problem(
                folder.name,
                _("The plug-in folder {folder} cannot be read: {problem}.", folder=folder, problem=error.strerror),
            )
        )
        return
    open_drop_in_package(folder)
    for path in paths:
        if path.name.startswith((".", "_")):
            continue
        if path.is_dir() and not (path / "__init__.py").is_file():
            problems.append(
                Problem(path.name, _("The folder {folder} has no __init__.py, so it is not a plug-in.", folder=path))
            )
        elif path.is_dir() or path.suffix == ".py":
            yield _Source(path.name, f"{DROP_IN_PACKAGE}.{path.stem if path.is_file() else path.name}", path)


def _installed_sources() -> Iterator[_Source]:
    found: list[EntryPoint] = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)
    for entry in found:
        yield _Source(entry.name, entry.module)


def _import_trouble(name: str, error: BaseException) -> str:
    """Return a sentence that says why a plug-in could not be imported, with file, line and cause."""
    if isinstance(error, SyntaxError) and error.filename:
        where = _("{file}, line {number}", file=Path(error.filename).name, number=error.lineno)
        return _("{name} could not be loaded: {problem}.", name=name, problem=f"{where}: {error.msg}")
    renamed = replacement(error)
    if renamed is not None:
        return _(
            "{name} is made for version 1 of the plug-in interface and uses {old}, which is called "
            "{new} in version {version}.",
            name=name,
            old=renamed[0],
            new=renamed[1],
            version=API_VERSION,
        )
    # The first two frames are in this module and in the import system.
    return _("{name} could not be loaded: {problem}.", name=name, problem=format_cause(error, own_frames=2))


def _missing_thinkers(name: str, module: ModuleType) -> Iterator[Problem]:
    """Yield a problem for each level whose thinker (move-choosing function) does not exist.

    Modules are not imported for this check.
    """
    for level in getattr(module, EXPORT).info.levels:
        if not _is_there(module.__name__, level.thinker):
            sentence = _(
                "{name}: the engine for level {level!r} does not exist ({thinker}).",
                name=name,
                level=level.title,
                thinker=level.thinker,
            )
            yield Problem(name, sentence)


def _is_there(package: str, thinker: str) -> bool:
    """Return True if the module of a thinker (move-choosing function) exists, without importing the module.

    The module is not imported, since it may load libraries that the window's process should not load.
    """
    module_name, attribute = _split_thinker(package, thinker)
    if module_name in sys.modules:
        return hasattr(sys.modules[module_name], attribute)
    first, *rest = module_name.split(".")
    try:
        spec = find_spec(first)
        for part in rest:
            if spec is None or spec.submodule_search_locations is None:
                return False
            spec = _spec_within(f"{spec.name}.{part}", spec)
    # find_spec raises these for a name like "..x" and for a module without a spec.
    except (ImportError, ValueError):
        return False
    return spec is not None


def _spec_within(name: str, package: ModuleSpec) -> ModuleSpec | None:
    """Return the import spec of a module without importing its package, or None if it is not found."""
    path = package.submodule_search_locations
    specs = (finder.find_spec(name, path) for finder in sys.meta_path)
    return next((spec for spec in specs if spec is not None), None)


def _split_thinker(package: str, name: str) -> tuple[str, str]:
    """Split the dotted name of a thinker (move-choosing function) into module and attribute."""
    module_name, _, attribute = (package + name if name.startswith(".") else name).rpartition(".")
    return module_name, attribute


def thinker_module(package: str, level: Level) -> str:
    """Return the name of the module with a level's thinker (move-choosing function), without importing it."""
    return _split_thinker(package, level.thinker)[0]


def warming(package: str, level: Level) -> Iterator[tuple[int, int]]:
    """Prepare the engine of a level (computer opponent), and yield the progress: steps done and steps in all.

    The progress comes from the function ``warm`` in the module of the level's thinker, if there is such a function.
    Raises ImportError if the module cannot be imported.
    """
    warm: Warm | None = getattr(importlib.import_module(thinker_module(package, level)), "warm", None)
    yield from (warm() if warm is not None else None) or ()


def warm_up(package: str, level: Level) -> None:
    """Prepare the engine of a level (computer opponent), and wait until it is ready.

    The preparation is the function ``warm`` in the module of the level's thinker, if there is such a function.
    """
    for _step in warming(package, level):
        pass


def resolve_thinker(package: str, name: str) -> Think:
    """Return the thinker (move-choosing function) with this dotted name.

    A name that starts with a dot is relative to ``package``.

    Raises ImportError if its module cannot be imported or has no such attribute.
    """
    return cast(Think, _resolved(package, name))


def resolve_prover(package: str, name: str) -> Prove:
    """Return the prover (forced-win search function) with this dotted name.

    A name that starts with a dot is relative to ``package``.
    """
    return cast(Prove, _resolved(package, name))


def _resolved(package: str, name: str) -> object:
    module_name, attribute = _split_thinker(package, name)
    module = importlib.import_module(module_name)
    if not hasattr(module, attribute):
        raise ImportError(f"{module_name} has no {attribute}", name=module_name)
    return getattr(module, attribute)
