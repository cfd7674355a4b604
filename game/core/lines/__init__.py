"""The parts of line games: rules, positions, openings, shapes, threats, attacks, and reasons for moves."""
