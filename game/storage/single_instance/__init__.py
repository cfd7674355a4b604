"""Single instance: if the program is started again, it passes its file to the open window and exits."""
