"""The riddle booth without pictures: puzzles to solve, what is rated, the riddle of the day, runs against the clock."""
