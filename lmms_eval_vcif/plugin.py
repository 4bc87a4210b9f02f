"""What the harness's entry point calls at every start, for every user of every task: register our tasks and models.

The harness has an entry point for models and none for tasks, so the one that it has does both.
"""

from __future__ import annotations

from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lmms_eval.models.registry_v2 import ModelManifest


def models() -> list[ModelManifest]:
    """Make our task folders known to the harness, and return the manifests of our models.

    lmms_eval is imported in here: the harness calls this while it imports itself, and an import at the top of the
    module would meet it half made.
    """
    from lmms_eval.models.registry_v2 import ModelManifest

    register_tasks()
    room = f"{__package__}.models"
    return [
        ModelManifest("vcif_replay", simple_class_path=f"{room}.replay.Replay"),
        ModelManifest("vcif_ocr", simple_class_path=f"{room}.ocr.OCR"),
    ]


def register_tasks() -> None:
    """Let our task folders follow the include paths of every TaskManager. Calling it again changes nothing.

    The user's include paths come first, so a task of his own by the name of ours wins; so does a built-in one.
    """
    from lmms_eval.tasks import TaskManager

    index = TaskManager.initialize_tasks
    if getattr(index, "holds_vcif", False):
        return

    @wraps(index)
    def index_with_ours(self, include_path=None, include_defaults=True):
        paths = [include_path] if isinstance(include_path, str) else list(include_path or ())
        if include_defaults:
            paths += task_folders()
        return index(self, include_path=paths, include_defaults=include_defaults)

    index_with_ours.holds_vcif = True
    TaskManager.initialize_tasks = index_with_ours


def task_folders() -> list[str]:
    """The folders that hold our task files, in a checkout, an editable and an ordinary install alike."""
    spec = find_spec(f"{__package__}.tasks")
    return list(spec.submodule_search_locations or ()) if spec else []
