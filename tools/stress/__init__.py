"""The command `main.py stress`: a stress test that attacks the program with kills, damaged files and random events.

It consists of campaigns. A campaign repeats one kind of attack in many trials, each with a random seed of its own.
"""
