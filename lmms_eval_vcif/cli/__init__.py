"""The command line: main.py and one module per verb, each loaded when its verb is called."""
