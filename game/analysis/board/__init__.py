"""Analysis board: a study whose positions can be played on and analysed by an engine. Imports no pygame."""
