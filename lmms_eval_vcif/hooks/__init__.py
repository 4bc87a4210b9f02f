"""Adapters between the harness and the rooms above: what it calls to load rows, to ask a model, and to score an answer.

The task files name these functions by their full path, so that each module is imported once.
"""
