"""The box: Stone Fair as a folder that runs without Python, and packages made of it. Nothing of it is in the program.

``python -m box.folder`` makes the folder for the system that it runs on, ``python -m box.deb`` a Debian package of it.
"""
