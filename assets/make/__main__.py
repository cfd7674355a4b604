"""``python -m assets.make [part ...]``: bakes all pictures and sounds, or those of the named parts."""

import sys

from assets.make import backdrops, sounds, stones, textures

PARTS = {"stones": stones.bake, "textures": textures.bake, "backdrops": backdrops.bake, "sounds": sounds.bake}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.stderr.write(f"there is no part {unknown[0]!r} (there are {', '.join(PARTS)})\n")
        return 2
    for name in names or PARTS:
        for file in PARTS[name]():
            sys.stdout.write(f"{file.stat().st_size / 1024:7.0f} KiB  {file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
