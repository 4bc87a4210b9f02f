"""Hold the repository to its rules: sizes of files and functions, rooms, file endings. Exit 1 and a list where not."""

from __future__ import annotations

import ast
import configparser
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "lmms_eval_vcif"
FILE_LINES = 300
FUNCTION_LINES = 45
VAGUE_NAMES = {"utils", "helpers", "common", "misc", "core", "types"}


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py"))


def oversized() -> Iterator[str]:
    """Files and functions over their budget; a function's docstring does not count."""
    for path in sources():
        code = path.read_text(encoding="utf-8")
        lines = code.count("\n")
        if lines > FILE_LINES:
            yield f"{path.relative_to(ROOT)}: {lines} lines, at most {FILE_LINES}"
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0]
                length = (node.end_lineno or node.lineno) - first.lineno + 1 + node.body[0].lineno - node.lineno
                if length > FUNCTION_LINES:
                    place = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield f"{place}: {node.name} has {length} lines, at most {FUNCTION_LINES}"


def vague() -> Iterator[str]:
    """Modules whose name says nothing."""
    for path in sources():
        if path.stem in VAGUE_NAMES:
            yield f"{path.relative_to(ROOT)}: say what it holds"


def misfiled() -> Iterator[str]:
    """Task-like YAML in a room: the harness opens every .yaml under a task folder and takes it for a task."""
    for path in sorted(PACKAGE.rglob("*.yaml")):
        yield f"{path.relative_to(ROOT)}: catalogue and data files end in .yml"


def unlisted() -> Iterator[str]:
    """Rooms that setup.cfg does not install, and listed rooms that are not there."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    listed = set(parser["options"]["packages"].split())
    found = {".".join(path.parent.relative_to(ROOT).parts) for path in PACKAGE.rglob("__init__.py")}
    for name in sorted((found | {"lmms_eval_vcif.tasks"}) ^ listed):
        yield f"setup.cfg: options.packages and the folders differ in {name}"


def undocumented() -> Iterator[str]:
    """Public modules, classes and functions without a docstring."""
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if tree.body and not ast.get_docstring(tree):
            yield f"{path.relative_to(ROOT)}: no module docstring"
        for node in tree.body:
            public = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
            if public and not ast.get_docstring(node):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.name} has no docstring"


CHECKS = (oversized, vague, misfiled, unlisted, undocumented)


def main() -> int:
    problems = [problem for check in CHECKS for problem in check()]
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
