"""Crashes of the window: each leaves a report on this machine, which is offered at the next start and never sent."""
