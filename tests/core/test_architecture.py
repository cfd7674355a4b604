"""The structure of the code: imports between packages, and modules that each process loads."""

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rulesets
from tools.imports import ROOT, imported, imports_of_ours, modules

OURS = {path.parent.name for path in Path(rulesets.__file__).parent.glob("*/__init__.py")}

#: Allowed imports besides the standard library; the longest prefix of a module's name counts.
MAY_IMPORT = {
    "main": {
        "game.ui",
        "game.session.fairness",
        "game.session.matches",
        "game.engine.server",
        "game.core.own_program",
        "game.engine.client.relay",
        "game.storage.single_instance.sender",
        "game.plugins.check_command",
        "game.plugins.trial",
        "game.storage",
        "tools",
    },
    "game": set(),
    "game.core": {"game.core"},
    "game.sheets": {"game.core", "game.sheets"},
    "game.conformance": {"game.plugins.conformance"},
    "game.line_engine": {"game.core", "game.engine.search.lines.rules", "game.engine.search.lines.thinker"},
    "game.plugins": {"game.core", "game.plugins", "game.sheets", "assets"},
    "game.plugins.measured_levels": {"game.core", "game.sheets", "game.storage.folders"},
    "game.plugins.sheet_files": {"game.core", "game.sheets", "game.storage.files", "game.storage.folders"},
    "game.plugins.sheet_list": {"game.core", "game.plugins", "game.sheets", "game.storage"},
    "game.plugins.tried_sheets": {"game.plugins", "game.sheets", "game.storage.folders"},
    "game.plugins.verdicts": {"game.core", "game.storage.files", "game.storage.folders"},
    # llvmlite is a dependency of numba.
    "game.engine.search.vectors": {"game.engine.search", "llvmlite", "numba"},
    "game.engine.search.sheets": {
        "game.core",
        "game.engine.search",
        "game.sheets",
        "game.storage.compiled_code",
        "numpy",
        "numba",
    },
    "game.engine.search": {"game.core", "game.engine.search", "game.storage.compiled_code", "numpy", "numba"},
    "game.engine.protocol": {"game.core", "game.engine.protocol"},
    "game.engine.server": {
        "game.core",
        "game.plugins",
        "game.engine.protocol",
        "game.engine.server",
        "game.storage.compiled_code",
    },
    "game.engine.server.process_age": {"psutil"},
    "game.engine.server.preparing": {
        "game.engine.server.session",
        "game.plugins",
        "game.engine.protocol",
        "game.storage.compiled_code",
    },
    "game.engine.client": {"game.core", "game.engine.protocol", "game.engine.client"},
    "game.engine.client.relay": {"game.engine.client.descendants"},
    "game.engine.client.descendants": {"psutil"},
    "game.storage": {"game.core", "game.storage", "msgspec", "platformdirs"},
    "game.storage.secrets.system_keyring": {"game.core", "game.storage.files", "keyring"},
    "game.storage.single_instance": {"game.core.threads", "game.storage.single_instance", "game.storage.folders"},
    "game.storage.crash_reports": {"game.core", "game.storage.crash_reports", "game.storage"},
    "game.session.services": {
        "game.core",
        "game.engine.client",
        "game.library.index",
        "game.plugins",
        "game.session",
        "game.storage",
    },
    "game.session": {"game.core", "game.plugins", "game.storage", "game.engine.client", "game.session"},
    # The lines exchanged with an engine, which the player can look at.
    "game.session.foreign_opponents": {
        "game.core",
        "game.engine.client",
        "game.engine.protocol.transcript",
        "game.session",
    },
    "game.session.engines": {"game.core", "game.storage", "game.engine.client", "msgspec"},
    "game.network.session": {"game.network", "game.core", "game.session", "game.storage"},
    "game.session.preferences": {"game.core", "game.storage", "assets"},
    "game.network": {
        "game.network",
        "game.core",
        "game.storage.file_lock",
        "game.storage.files",
        "game.storage.records.record_file",
        "game.storage.records.record_writer",
        "game.storage.secrets.broker_accounts",
        "msgspec",
    },
    "game.session.records.rated_games": {"game.core", "game.library.index.position_key", "game.storage"},
    # Encryption, which the window loads when the first remote game begins.
    "game.network.encryption.member_links": {"game.network", "nacl"},
    "game.network.encryption.keys": {"game.network", "nacl"},
    "game.network.encryption.cipher": {"game.network", "nacl"},
    "game.network.transport.nearby_channel": {"game.network", "game.core", "websockets"},
    "game.network.transport.announcing": {"game.network", "game.core", "ifaddr", "zeroconf"},
    "game.network.transport.finding": {"game.network", "zeroconf"},
    "game.network.transport.line": {"game.network", "websockets"},
    "game.network.transport.broker_channel": {
        "game.network",
        "game.core",
        "game.storage.files",
        "game.storage.secrets.broker_accounts",
        "paho",
    },
    "game.library.study": {"game.core", "game.library.study"},
    "game.analysis.editor": {
        "game.core",
        "game.analysis.editor",
        "game.library.formats",
        "game.library.index.position_key",
        "game.library.study",
    },
    "game.library.formats": {"game.core", "game.library.formats", "game.library.study", "defusedxml", "sgfmill"},
    "game.library.index": {
        "game.core",
        "game.library.formats",
        "game.library.index",
        "game.storage",
        "game.library.study",
    },
    "game.training.puzzles": {"game.core", "game.library.index.position_key", "game.training.puzzles"},
    "game.analysis.review": {
        "game.core",
        "game.engine.client",
        "game.analysis.review",
        "game.session",
        "game.library.index.position_key",
        "game.library.study",
    },
    "game.progress.statistics": {
        "game.core",
        "game.training.mistakes",
        "game.library.index",
        "game.analysis.review",
        "game.session",
        "game.progress.statistics",
        "game.storage",
    },
    "game.analysis.board": {
        "game.core",
        "game.engine.client",
        "game.analysis.board",
        "game.analysis.editor",
        "game.analysis.review",
        "game.session",
        "game.library.formats",
        "game.library.study",
        "game.storage",
    },
    "game.training.mistakes": {
        "game.core",
        "game.engine.client",
        "game.training.mistakes",
        "game.analysis.review",
        "game.library.study",
        "game.session",
        "game.storage",
        "fsrs",
    },
    "game.training.daily_puzzle": {
        "game.core",
        "game.engine.client",
        "game.training.mistakes",
        "game.training.puzzles",
        "game.analysis.review",
        "game.training.daily_puzzle",
        "game.library.study",
        "game.session",
        "game.storage",
    },
    "game.progress.achievements": {
        "game.core",
        "game.progress.decathlon",
        "game.progress.achievements",
        "game.training.daily_puzzle.puzzle_calendar",
        "game.progress.statistics.player_games",
        "game.storage",
    },
    "game.training.openings": {
        "assets",
        "game.core",
        "game.engine.client",
        "game.library.formats.lists.openings",
        "game.library.index.indexed_game",
        "game.library.index.position_key",
        "game.training.openings",
        "game.analysis.review",
        "game.session",
        "game.storage",
    },
    "game.progress.decathlon": {"game.core", "game.progress.decathlon", "game.session", "game.storage"},
    "game.session.matches": {
        "game.core",
        "game.engine.client",
        "game.engine.protocol",
        "game.library.formats",
        "game.plugins",
        "game.session.matches",
        "game.storage",
        "msgspec",
    },
    "game.session.matches.arena_display": {"game.plugins.plugin_process", "rich"},
    "game.session.fairness": {
        "game.core",
        "game.engine.client",
        "game.library.formats",
        "game.plugins",
        "game.session.fairness",
        "game.session.matches",
        "game.sheets",
        "game.storage",
        "msgspec",
    },
    "game.session.matches.executors": {"game.core", "distributed", "stone_fair"},
    "game.ui": {
        "game.network",
        "game.core",
        "game.storage.crash_reports",
        "game.plugins",
        "game.storage",
        "game.progress.decathlon",
        "game.analysis.editor",
        "game.engine.client",
        "game.analysis.board",
        "game.library.formats",
        "game.storage.single_instance",
        "game.library.index",
        "game.training.mistakes",
        "game.training.openings",
        "game.training.puzzles",
        "game.analysis.review",
        "game.progress.achievements",
        "game.training.daily_puzzle",
        "game.session",
        "game.sheets",
        "game.progress.statistics",
        "game.library.study",
        "game.ui",
        "assets",
        "pygame",
        "font_fredoka_one",
    },
    "game.ui.analysis.export.animation": {"PIL", "pygame"},
    "game.ui.settings.engine_console": {
        "game.core",
        "game.engine.protocol.transcript",
        "game.session",
        "game.ui",
    },
    "game.ui.widgets": {"game.core", "game.ui", "pygame", "pygame_gui"},
    # Commands for developers and the harness of the tests; only main.py imports them.
    "tools": {
        "PIL",
        "assets",
        "babel",
        "game",
        "hypothesis",
        "msgspec",
        "numpy",
        "paho",
        "psutil",
        "pygame",
        "pytest",
        "rulesets",
        "tools",
    },
    "tools.tune.minimum": {"numpy", "scipy", "threadpoolctl"},
    "rulesets": set(),
    "rulesets.sheet_levels": {"game.core", "game.sheets.levels", "rulesets.fairfolk"},
    "rulesets.sheet_ai": {"game.core", "game.engine.search.sheets.thinker", "game.line_engine", "game.sheets"},
    "rulesets.fairfolk": {"game.core"},
    "rulesets.line_boards": {"game.core"},
    "rulesets.shared_levels": {"game.core"},
    "rulesets.six_tuples": {"game.core"},
    "rulesets.row_weigher": {"game.core"},
}
#: Allowed imports of a ruleset besides its own package.
SHARED_BY_RULESETS = {
    "game.core",
    "rulesets.fairfolk",
    "rulesets.line_boards",
    "rulesets.row_weigher",
    "rulesets.shared_levels",
    "rulesets.six_tuples",
}
#: The layers of the window, from the bottom up; a folder imports only itself and lower layers.
LAYERS = (
    {"painting"},
    {"effects"},
    {"widgets"},
    {"shell"},
    {"board"},
    {"analysis"},
    {"settings", "training"},
    {"play"},
    {"workshop"},
    {"network"},
    {"progress"},
    {"library"},
    {"menu"},
    {"window"},
)
#: Files a folder holds at most, besides its ``__init__``.
MOST_FILES = 22
#: The file or folder of a ruleset that may use the compiled search.
COMPILED = "ai"


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def allowed(module: str) -> set[str]:
    top, *parts = module.split(".")
    if top == "rulesets" and parts and parts[0] in OURS:
        own = {*SHARED_BY_RULESETS, f"{top}.{parts[0]}"}
        return own | (
            {"game.engine.search", "game.storage.compiled_code", "numpy", "numba"}
            if parts[1:2] == [COMPILED]
            else set()
        )
    return MAY_IMPORT[max((prefix for prefix in MAY_IMPORT if within(module, prefix)), key=len)]


@pytest.mark.parametrize(("module", "path"), [pytest.param(*found, id=found[0]) for found in modules()])
def test_a_module_imports_only_what_it_may(module, path):
    may = allowed(module)
    for name in imported(module, path):
        top = name.partition(".")[0]
        fine = top in sys.stdlib_module_names or any(within(name, package) for package in may)
        assert fine, f"{module} imports {name}; it may import the standard library and: {', '.join(sorted(may))}"


def layer_of(module: str) -> int:
    """Return the layer of a module of the window, from 0."""
    folder = module.split(".")[2]
    return next(number for number, folders in enumerate(LAYERS) if folder in folders)


def test_a_folder_of_the_window_imports_only_itself_and_lower_layers():
    wrong = [
        f"{module} imports {name}"
        for module, path in modules()
        if within(module, "game.ui") and module != "game.ui"
        for name in imported(module, path)
        if within(name, "game.ui") and name.split(".")[2] != module.split(".")[2] and layer_of(name) >= layer_of(module)
    ]
    assert wrong == []


def test_only_the_widgets_import_pygame_gui():
    importers = {
        module for module, path in modules() if "pygame_gui" in {n.partition(".")[0] for n in imported(module, path)}
    }
    assert importers
    assert not {module for module in importers if not within(module, "game.ui.widgets")}


def test_no_module_imports_itself_by_way_of_others():
    TopologicalSorter(imports_of_ours()).prepare()


def test_no_folder_has_too_many_files():
    folders = Counter(path.parent for _, path in modules() if path.name != "__init__.py")
    assert {str(folder): files for folder, files in folders.items() if files > MOST_FILES} == {}


def test_a_public_type_has_a_name_of_its_own():
    """Classes and aliases such as ``Size = tuple[int, int]``; a type variable belongs to its module."""
    names = Counter(name for module, path in modules() if not within(module, "tools") for name in public_types(path))
    assert [name for name, places in names.items() if places > 1] == []


def test_a_match_is_changed_by_one_submit():
    found = [
        f"{module}.{node.name}"
        for module, path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name == "submit"
    ]
    assert found == ["game.core.match.submit"]


def public_types(path):
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield from (node.name,) if not node.name.startswith("_") else ()
        elif isinstance(node, ast.Assign) and "TypeVar(" not in ast.unparse(node.value):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from (name for name in names if re.fullmatch("[A-Z][a-z]+[A-Za-z]*", name))


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_ruleset_asks_no_other_one_for_a_thinker(name):
    package = f"rulesets.{name}"
    thinkers = {level.thinker for level in importlib.import_module(package).RULESET.info.levels}
    assert [thinker for thinker in thinkers if not thinker.startswith((".", f"{package}."))] == []


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            yield node.body[0].value


def literals(path: Path) -> Iterator[ast.Constant]:
    """Yield the string literals of a file except docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explained = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            yield node


def test_no_rulesets_id_stands_in_a_literal_under_game():
    names_one = re.compile(rf"\b({'|'.join(OURS)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in sorted((ROOT / "game").rglob("*.py"))
        for node in literals(path)
        if names_one.search(node.value)
    ]
    assert found == []


def loaded_by(program: str) -> set[str]:
    """Return the modules that a new Python process has loaded after running a program without output."""
    code = f"{program}\nimport sys\nprint(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


OPEN_THE_WINDOW = """
import importlib, pkgutil
import game.ui
for module in pkgutil.walk_packages(game.ui.__path__, "game.ui."):
    importlib.import_module(module.name)
from game.ui.window import open_app
app = open_app(None)
for _ in range(3):
    app.step(0.02)
app.close()
"""


def test_the_window_loads_neither_numpy_nor_numba_nor_any_thinker(tmp_path, monkeypatch):
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    loaded = loaded_by(OPEN_THE_WINDOW)
    assert {"pygame", "pygame_gui"} <= loaded
    assert not loaded & {"numpy", "numba", "PIL", "keyring", "rich", "asyncio"}
    assert not {name for name in loaded if name.startswith("rulesets.") and name.endswith(("opponents", COMPILED))}


IMPORT_THE_SESSION = """
import importlib, pkgutil
import game.session
for module in pkgutil.walk_packages(game.session.__path__, "game.session."):
    importlib.import_module(module.name)
"""


def test_a_game_session_loads_no_window():
    loaded = loaded_by(IMPORT_THE_SESSION)
    assert "game.session.game_session" in loaded
    assert not {name for name in loaded if name.startswith(("pygame", "game.ui"))}


IMPORT_THE_NETWORK = """
import importlib, pkgutil
import game.network
for module in pkgutil.walk_packages(game.network.__path__, "game.network."):
    importlib.import_module(module.name)
"""


def test_remote_games_load_no_window_and_no_network_before_one_begins():
    loaded = loaded_by(IMPORT_THE_NETWORK)
    assert "game.network.transport.broker_channel" in loaded
    assert not loaded & {"nacl", "websockets", "zeroconf", "ifaddr", "paho", "pygame", "numpy"}


PLAY_EVERY_LEVEL = """
from game.core.ruleset import complete_options
from game.engine.protocol.protocol import InfoLine, PositionText
from game.engine.server.gomocup_session import GomocupSession
from game.plugins.registry import discover
catalogue = discover()
session = GomocupSession(catalogue, lambda line: None, lambda: False)
for name, ruleset in catalogue.rulesets.items():
    state = ruleset.setup(complete_options(ruleset.info, {}), 1).state
    for level in ruleset.info.levels:
        for key, value in (("ruleset", name), ("level", level.id), ("timeout_turn", "20")):
            session.obey(InfoLine(key, value))
        session.obey(PositionText(ruleset.dump(state)))
"""


def test_the_engine_server_never_loads_pygame():
    loaded = loaded_by(PLAY_EVERY_LEVEL)
    assert "game.engine.server.think_turn" in loaded
    assert not loaded & {"pygame", "pygame_gui"}


@pytest.mark.parametrize(
    "program",
    [
        "import game.session.matches.referee as r\nr.discover()",
        "import game.session.matches.arena",
        "import tools.tune",
        "import main\nmain._parser()",
    ],
)
def test_other_commands_without_a_window_load_no_pygame_and_nothing_compiled(program):
    assert not loaded_by(program) & {"pygame", "pygame_gui", "numpy", "numba", "scipy"}


def test_every_module_has_a_docstring_and_stays_under_500_lines():
    for module, path in modules():
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), f"{module} does not say what it is"
        assert len(text.splitlines()) < 500, f"{module} is too long"
