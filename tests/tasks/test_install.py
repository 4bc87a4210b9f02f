"""The package as a wheel: all that the tasks need is inside, and the harness finds it."""

import json
import os
import subprocess
import sys

import pytest

from .running import ROOT

pytestmark = pytest.mark.slow

PROBE = """
import json, lmms_eval.models, lmms_eval_vcif
from lmms_eval.tasks import TaskManager
manager = TaskManager()
tasks = manager.load_task_or_group("mmifeval_pro", "chat")
task = tasks["mmifeval_pro"]
picture = task.doc_to_visual(task.test_docs()[0])[0]
print(json.dumps({
    "package": lmms_eval_vcif.__file__,
    "tasks": [name for name in manager.all_subtasks if name.startswith("mmifeval_pro")],
    "rows": len(task.test_docs()),
    "picture": picture.size,
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The wheel of this checkout, installed into a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    source = folder / "source"
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(source)], check=True)
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


@pytest.mark.parametrize("place", ["elsewhere", "checkout"])
def test_the_wheel_brings_tasks_rows_and_pictures(site, tmp_path, place):
    """Also from within a checkout, whose package the working directory puts before the installed one."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=tmp_path if place == "elsewhere" else ROOT,
        env={**os.environ, "PYTHONPATH": str(site)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    if place == "elsewhere":
        assert found["package"].startswith(str(site))
    assert len(found["tasks"]) == 7
    assert found["rows"] >= 300
    assert min(found["picture"]) > 50
