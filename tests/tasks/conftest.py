"""Runs of the harness that several tests look at. Each costs half a minute, nearly all of it imports."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from lmms_eval_vcif.judge.settings import PREFIX
from lmms_eval_vcif.plugin import task_folders

from .rows import ROWS, write_responses, write_rows
from .running import Run, run_harness


@dataclass(frozen=True)
class OwnData:
    """A user's folder: rows in three forms, a task file for each, and responses to the rows."""

    folder: Path
    responses: Path


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory):
    """What `datasets` makes of the rows, and our own caches, go to temporary folders, here and in the runs; a judge of
    the developer's own takes no part."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMMS_EVAL_DATASETS_CACHE", str(tmp_path_factory.mktemp("datasets")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def own_data(tmp_path_factory) -> OwnData:
    import pyarrow
    import pyarrow.parquet
    from datasets import Dataset, Image

    folder = tmp_path_factory.mktemp("own")
    write_rows(folder)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), folder / "rows.parquet")
    embedded = [{**row, "image": {"bytes": (folder / row["image"]).read_bytes(), "path": None}} for row in ROWS]
    Dataset.from_list(embedded).cast_column("image", Image()).to_parquet(folder / "embedded.parquet")
    ours = f"{task_folders()[0]}/mmifeval_pro"
    write_task(folder, "own_rows", "rows.jsonl", f"{ours}/mmifeval_pro.yaml")
    write_task(folder, "own_parquet", "rows.parquet", f"{ours}/_parquet_template_yaml")
    write_task(folder, "own_embedded", "embedded.parquet", f"{ours}/_parquet_template_yaml")
    return OwnData(folder, write_responses(folder / "responses.jsonl"))


def write_task(folder: Path, name: str, data: str, include: str, *more: str) -> None:
    """The three lines that README.md tells a user to write, and others."""
    lines = [f"include: {include}", f"task: {name}", f"dataset_kwargs: {{data_files: {{test: {data}}}}}", *more]
    (folder / f"{name}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def replayed(folder: Path, responses: Path, *arguments: str, **options) -> Run:
    """A run of the model that plays responses back."""
    return run_harness(folder, "--model", "vcif_replay", "--model_args", f"samples={responses}", *arguments, **options)


@pytest.fixture(scope="session")
def one_process(own_data, tmp_path_factory) -> Run:
    """The three forms of the rows in one process, post-processed by one thread."""
    return replayed(
        tmp_path_factory.mktemp("one") / "run",
        own_data.responses,
        *("--tasks", "own_rows,own_parquet,own_embedded", "--include_path", str(own_data.folder)),
        *("--process_docs_parallel", "1"),
    )


@pytest.fixture(scope="session")
def two_ranks(own_data, tmp_path_factory) -> Run:
    """The same rows over two processes, post-processed by 16 threads each."""
    return replayed(
        tmp_path_factory.mktemp("two") / "run",
        own_data.responses,
        *("--tasks", "own_rows", "--include_path", str(own_data.folder)),
        *("--process_docs_parallel", "16"),
        ranks=2,
    )


@pytest.fixture(scope="session")
def cpu_ranks(tmp_path_factory) -> dict[str, str]:
    """The environment in which the harness finds `qwen2_5_vl_cpu` (see cpu_ranks.py)."""
    site = tmp_path_factory.mktemp("site")
    info = site / "cpu_ranks-1.dist-info"
    info.mkdir()
    shutil.copy(Path(__file__).with_name("cpu_ranks.py"), site)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cpu_ranks\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[lmms_eval.models]\ncpu = cpu_ranks:MANIFEST\n", encoding="utf-8")
    return {"PYTHONPATH": str(site)}
