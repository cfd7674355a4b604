"""The Stone Fair app, a desktop arcade of stones-in-a-row games, without the rules of its games."""

if __name__ != "game":
    # A second copy of every class would be as bad as it is hard to find.
    raise ImportError(f"import game, not {__name__}, after a call of stone_fair.put_on_path()")
