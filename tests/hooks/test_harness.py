"""What is read from the harness's own functions: through its real scoring function, and where nothing is known."""

from types import SimpleNamespace

import pytest

from lmms_eval_vcif.hooks import harness, results

from ..tasks.video_rows import DARK, ROWS


def doc():
    empty = next(row for row in ROWS if row["id"] == "empty")
    return {**empty, "video": DARK, "vcif": {"files": [DARK], "cluster": "c", "data": "d", "budget": "file"}}


@pytest.mark.parametrize("tokens", [1234, None])
def test_input_tokens_come_from_the_request_that_is_scored(tokens):
    from lmms_eval.api.instance import Instance, TokenCounts
    from lmms_eval.evaluator import _process_document_results

    request = Instance("generate_until", arguments=(), idx=0, metadata={"task": "t", "doc_id": 0, "repeats": 1})
    request.token_counts = [TokenCounts(input_tokens=tokens, output_tokens=3)]
    request.filtered_resps = {"none": ""}
    task = SimpleNamespace(process_results=results.vcifbench_results, config=SimpleNamespace(repeats=1))
    item = (0, doc(), [request])
    done = _process_document_results(item, task=task, filter_key="none", reasoning_tags=None, log_samples=False)
    assert done.metrics["input_tokens"].get("score") == tokens
    assert done.metrics["ipr"]["input_tokens"] == tokens


def test_outside_the_harness_nothing_is_known():
    assert harness.input_tokens() is None
    assert harness.data_folders() == []
    assert harness.task_settings() == {}
