"""The command ``python -m assets.make [PART ...]``, which makes all files, or only those of the named parts."""

import sys
from importlib import import_module

#: The module of each part, loaded only when the part is made: each needs other libraries.
PARTS = {
    "stones": "stones",
    "textures": "textures",
    "backdrops": "backdrops",
    "sounds": "sounds",
    "locale": "catalogues",
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.stderr.write(f"there is no part {unknown[0]!r} (there are {', '.join(PARTS)})\n")
        return 2
    for name in names or PARTS:
        for file in import_module(f"assets.make.{PARTS[name]}").bake():
            sys.stdout.write(f"{file.stat().st_size / 1024:7.0f} KiB  {file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
