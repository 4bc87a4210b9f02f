import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from lmms_eval_vcif import verdicts
from lmms_eval_vcif.hooks import results
from lmms_eval_vcif.hooks.samples import is_failure
from lmms_eval_vcif.metrics.mmifeval_pro import METRICS
from lmms_eval_vcif.metrics.rates import reward

from ..tasks.rows import RESPONSES, ROWS, TEXT_EN


def doc(index=0):
    return {**ROWS[index], "vcif": {"files": [], "cluster": "c", "data": "d"}}


@pytest.mark.parametrize(
    ("response", "failed"),
    [
        ("[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error.", True),
        ("  [LMMS_EVAL_REQUEST_FAILED after 0 retries]", True),
        ("[LMMS_EVAL_BUDGET_EXCEEDED]", True),
        ("", False),
        ("[LMMS_EVAL_BUDGET_EXCEEDED]\n", True),
        ("The log said [LMMS_EVAL_BUDGET_EXCEEDED].", False),
        ("[LMMS_EVAL_BUDGET_EXCEEDED] is what the sign says.", False),
        ("[LMMS_EVAL_REQUEST_FAILED] is what the sign says.", False),
        ("[LMMS_EVAL_REQUEST_FAILED for ever]", False),
        ("[LMMS_EVAL is a harness]", False),
        ("I can't help with that.", False),
    ],
)
def test_only_the_harnesss_own_failure_texts_are_no_answer(response, failed):
    assert is_failure(response) is failed
    values = results.mmifeval_pro_results(doc(), [response])
    assert values["answered"]["score"] == float(not failed)
    assert ("score" in values["accuracy"]) is not failed


def test_a_sample_has_every_metric_and_each_its_own_dict():
    values = results.mmifeval_pro_results(doc(), ["A bright red square"])
    assert list(values) == list(METRICS)
    assert len({id(value) for value in values.values()}) == len(METRICS)
    assert {name for name, value in values.items() if "score" in value} == {
        "accuracy",
        "accuracy_wo_ih",
        "accuracy_en",
        "strict",
        "answered",
    }
    assert values["accuracy"]["score"] == reward(values["accuracy"]["verdicts"]) == 1.0
    assert values["judged"] == {"value": 1.0, "weight": 2.0, "cluster": "c"}
    assert "value" not in values["nld"]


def test_a_hijacking_sample_has_its_distance():
    values = results.mmifeval_pro_results(doc(4), [TEXT_EN])
    assert values["nld"]["value"] == 0.0
    assert results.mmifeval_pro_results(doc(4), [""])["nld"]["value"] == 1.0
    assert 0 < results.mmifeval_pro_results(doc(4), [TEXT_EN[:-10]])["nld"]["value"] < 0.3


def test_what_is_logged_is_json():
    values = results.mmifeval_pro_results(doc(), ["A bright red square"])
    assert json.loads(json.dumps(values)) == values


def test_a_check_that_breaks_leaves_its_constraint_unjudged_and_is_logged(monkeypatch, caplog):
    def decide(constraint, text):
        if constraint.type == "word_count":
            raise ZeroDivisionError("bang")
        return decided(constraint, text)

    decided = verdicts.decide
    monkeypatch.setattr(verdicts, "decide", decide)
    values = results.mmifeval_pro_results(doc(), ["A bright red square"])
    broken, whole = values["accuracy"]["verdicts"]
    assert (broken["passed"], broken["notes"], whole["passed"]) == (None, ["ZeroDivisionError: bang"], True)
    assert values["accuracy"]["score"] == 1.0
    assert "score" not in values["strict"]
    assert values["judged"]["value"] == 0.5
    assert "'en-1'" in caplog.text and "bang" in caplog.text


def test_a_hook_never_raises(caplog):
    values = results.mmifeval_pro_results({"id": "broken"}, ["x"])
    assert {name for name, value in values.items() if value} == {"answered", "judged"}
    assert "'broken'" in caplog.text
    assert results.mean([{}, {"score": 1.0}]) == 1.0


@pytest.mark.parametrize("hook", [results.mmifeval_pro_results, results.base_results, results.conflict_results])
def test_a_row_that_breaks_a_hook_counts_as_answered_with_all_its_constraints_open(hook, monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("bang")

    monkeypatch.setattr(results, "sample_record", broken)
    values = hook(doc(), ["A bright red square"])
    assert values["answered"] == {"score": 1.0}
    assert values["judged"] == {"value": 0.0, "weight": 2.0, "open": {"the hook broke: ZeroDivisionError: bang": 2}}
    whole = {"value": 1.0, "weight": 2.0}
    assert results.judged([values["judged"], whole]) == 0.5
    assert "2: the hook broke: ZeroDivisionError: bang" in caplog.text


def test_a_failed_request_whose_hook_breaks_is_not_asked_for_verdicts():
    values = results.mmifeval_pro_results({"id": "broken"}, ["[LMMS_EVAL_BUDGET_EXCEEDED]"])
    assert (values["answered"], values["judged"]) == ({"score": 0.0}, {})


@pytest.mark.parametrize("results_given", [[], [None], [3]])
def test_a_broken_row_without_a_response_is_told_too(results_given):
    values = results.mmifeval_pro_results({"id": "broken"}, results_given)
    assert values["judged"]["value"] == 0.0


@pytest.mark.parametrize("responses", [[None], [""], ["\ud800"], ["a", "second of several"]])
def test_odd_responses_are_scored(responses):
    assert results.mmifeval_pro_results(doc(), responses)["accuracy"]["answered"] is True


def test_16_threads_give_what_one_gives():
    jobs = [(doc(index), [RESPONSES[row["id"]]]) for index, row in enumerate(ROWS)] * 30
    alone = [results.mmifeval_pro_results(*job) for job in jobs]
    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(lambda job: results.mmifeval_pro_results(*job), jobs)) == alone


def test_aggregations_weigh_and_leave_out():
    items = [{"value": 1.0, "weight": 3.0}, {"value": 0.0, "weight": 1.0}, {"weight": 9.0}]
    assert results.mean(items) == 0.75
    assert results.median([{"value": 0.9}, {}, {"value": 0.1}, {"value": 0.2}]) == 0.2
    assert results.mean([{}]) is results.median([]) is None
