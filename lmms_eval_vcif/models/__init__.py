"""Models for the harness that are none: answers played back, and an engine that only reads the picture."""
