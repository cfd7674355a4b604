"""Background threads: work that reports its failure, work that can be stopped, and work with a time limit."""
