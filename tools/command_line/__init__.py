"""The options of the commands of ``main.py``, and the texts of their help."""
