"""Setting a position up on screen: stones put and taken, judged by the ruleset, studied or played on."""
