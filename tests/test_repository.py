"""The repository's own rules, and what an import may cost."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "datasets", "transformers", "lmms_eval", "numpy", "scipy", "PIL", "rapidocr", "pyarrow", "openai")


@pytest.fixture(scope="module")
def check_repo():
    sys.path.insert(0, str(ROOT / "utils"))
    try:
        return importlib.import_module("check_repo")
    finally:
        sys.path.pop(0)


@pytest.mark.parametrize("check", ["oversized", "vague", "misfiled", "unlisted", "undocumented"])
def test_repository_keeps_its_rules(check_repo, check):
    assert list(getattr(check_repo, check)()) == []


@pytest.mark.parametrize("command", [["lint-imports"], ["ruff", "check", "."], ["ruff", "format", "--check", "."]])
def test_static_checks_pass(command):
    program = Path(sys.executable).with_name(command[0])
    done = subprocess.run([str(program), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["lmms_eval_vcif", "lmms_eval_vcif.plugin", "lmms_eval_vcif.verdicts"])
def test_importing_loads_no_framework(module):
    code = f"import sys, {module}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_verdict_loads_no_framework():
    code = (
        "import sys; from lmms_eval_vcif.verdicts import verify\n"
        "assert verify('word_count', 'Two words.', {'min': 2, 'max': 2}, 'en').passed\n"
        f"print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
