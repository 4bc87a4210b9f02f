"""``vcif verify``: every line is answered, in order, whatever the lines hold, and a long file streams through."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.cli.verify import answer

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "golden" / "verifier_cases.jsonl"


def vcif(*arguments, **how):
    """Run the command line as a user does, in a process of its own."""
    command = [sys.executable, "-c", "from lmms_eval_vcif.cli.main import main; main()", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, capture_output=True, env=environment, cwd=ROOT, check=False, **how)


def verdicts(value) -> dict:
    return answer(json.dumps(value).encode(), 1)


def test_every_golden_case_gives_what_is_expected():
    run = vcif("verify", CASES)
    assert run.returncode == 0, run.stderr.decode()
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
    assert [answer["id"] for answer in answers] == [case["id"] for case in cases]
    for case, found in zip(cases, answers, strict=True):
        assert "error" not in found, found
        (verdict,) = found["verdicts"]
        assert verdict["passed"] is case["expected"], (case["id"], case["why"], verdict["reason"])
        assert set(verdict) >= {"type", "passed", "method", "observed", "reason"}


def test_bad_lines_are_named_and_the_others_answered(tmp_path):
    good = {"id": "good", "language": "en", "response": "Two words.", "type": "word_count", "params": {"max": 2}}
    several = {
        "id": 7,
        "language": "en",
        "response": "Hi",
        "constraints": [{"type": "uppercase"}, {"type": "lowercase"}],
    }
    path = tmp_path / "lines.jsonl"
    lines = [
        json.dumps(good).encode(),
        b"",
        b"{",
        b"[1]",
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps({**good, "language": None}).encode(),
        json.dumps({**good, "type": "word_cuont"}).encode(),
        json.dumps({**good, "params": "[]"}).encode(),
        json.dumps({**good, "type": "hanzi_only", "params": {}}).encode(),
        json.dumps({**several, "constraints": [{"type": "uppercase"}, {"type": "word_count"}]}).encode(),
        json.dumps(several).encode(),
    ]
    path.write_bytes(b"\r\n".join(lines))
    run = vcif("verify", path)
    answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
    assert run.returncode == 0
    assert run.stderr.decode().strip() == "vcif verify: 9 lines could not be used"
    assert [a.get("line") for a in answers] == [None, 3, 4, 5, 6, 7, 8, 9, 10, 11, None]
    assert answers[0]["verdicts"][0]["passed"] is True
    assert [verdict["passed"] for verdict in answers[-1]["verdicts"]] == [False, False]
    errors = [a["error"] for a in answers[1:-1]]
    assert errors[0].startswith("not JSON: ")
    assert errors[1] == "a line holds an object, not [1]"
    assert errors[2] == "not UTF-8: invalid start byte at byte 0"
    assert errors[3] == "not usable: nested too deeply"
    assert errors[4] == "language: a string is required, not None"
    assert errors[5] == "type: 'word_cuont' is unknown; did you mean 'word_count'?"
    assert errors[6] == "constraint.params: a JSON object is required, not []"
    assert errors[7].startswith("type: hanzi_only does not support responses in 'en'")
    assert errors[8] == "constraints[1].params: word_count needs min or max"
    assert [a["id"] for a in answers[7:]] == ["good", "good", 7, 7]


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"id": "x"},
        {"language": "en", "response": 3, "type": "word_count"},
        {"language": "en", "response": "x"},
        {"language": "en", "response": "x", "type": 3},
        {"language": "en", "response": "x", "type": ["word_count"]},
        {"language": "en", "response": "x", "constraints": []},
        {"language": "en", "response": "x", "constraints": {"type": "json"}},
        {"language": "en", "response": "x", "constraints": [None]},
        {"language": "en", "response": "x", "type": "word_count", "params": []},
        {"language": "en", "response": "x", "type": "word_count", "params": {"max": None}},
        {"language": "en", "response": "x", "type": "word_count", "params": {"max": True}},
        {"language": "en", "response": "x", "type": "word_count", "params": {"max": {"a": [1]}}},
        {"language": "en", "response": "x", "type": "keyword_inclusion", "params": {"keywords": "cat"}},
        {"language": "en", "response": "x", "type": "keyword_inclusion", "params": {"keywords": [["cat"]]}},
        {"language": "en", "response": "x", "type": "answer_wrapper", "params": {"pattern": "("}},
        {"language": "xx-Unknown", "response": "x", "type": "uppercase", "params": {}},
        {"language": "", "response": "x", "type": "word_count", "params": {"max": 1, "": 2}},
    ],
)
def test_hostile_lines_get_an_error_of_their_own(value):
    found = verdicts(value)
    assert found["line"] == 1
    assert found["error"] and not found["error"].startswith("internal error"), found


@pytest.mark.parametrize("number", [10**400, -(10**400), 1e308, 2**63])
def test_huge_numbers_are_numbers(number):
    found = verdicts({"language": "en", "response": "One two.", "type": "word_count", "params": {"max": number}})
    assert "internal error" not in json.dumps(found)


def test_a_response_may_be_anything():
    for response in ["", "\ud800", "\x00", "🙂" * 10_000, "[" * 20_000, "**" * 20_000]:
        found = verdicts({"language": "en", "response": response, "type": "plain_text", "params": {}})
        assert isinstance(found["verdicts"][0]["passed"], bool)


def test_params_may_be_a_json_string_as_in_rows():
    found = verdicts({"language": "en", "response": "One two.", "type": "word_count", "params": '{"min": 2}'})
    assert found["verdicts"][0]["passed"] is True


def test_standard_input_is_read_line_by_line():
    line = json.dumps({"id": "a", "language": "zh", "response": "两个字", "type": "word_count", "params": {"max": 3}})
    run = vcif("verify", "-", input=(line + "\n").encode() * 3)
    assert [json.loads(line)["verdicts"][0]["observed"] for line in run.stdout.decode().splitlines()] == [3, 3, 3]


def test_a_lone_surrogate_comes_out_as_it_went_in():
    line = b'{"id": "\\ud800", "language": "en", "response": "\\ud800", "type": "uppercase", "params": {}}'
    run = vcif("verify", "-", input=line)
    assert json.loads(run.stdout)["id"] == "\ud800"


@pytest.mark.parametrize(("name", "message"), [("missing.jsonl", "no such file"), (".", "a folder, not a file")])
def test_a_file_that_cannot_be_read_ends_with_status_2(tmp_path, name, message):
    run = vcif("verify", tmp_path / name)
    assert run.returncode == 2
    assert message in run.stderr.decode()
    assert run.stdout == b""


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    path = tmp_path / "lines.jsonl"
    line = {"id": "a", "language": "en", "response": "Two words.", "type": "word_count", "params": {"max": 2}}
    path.write_text((json.dumps(line) + "\n") * 3000, encoding="utf-8")
    command = [sys.executable, "-c", "from lmms_eval_vcif.cli.main import main; main()", "verify", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    process.stdout.readline()
    process.stdout.close()
    assert "Traceback" not in process.stderr.read().decode()
    process.stderr.close()
    process.wait()


def test_ten_thousand_lines_stream_through_in_constant_memory(tmp_path, monkeypatch):
    """Ten times the lines take hardly more memory: neither the lines nor the answers are kept."""

    def peak(lines: int) -> int:
        path = tmp_path / f"{lines}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(lines):
                response = f"Line {number} has a few words. " * 3
                params = {"min": 1, "max": 5000}
                value = {
                    "id": str(number),
                    "language": "en",
                    "response": response,
                    "type": "word_count",
                    "params": params,
                }
                file.write(json.dumps(value) + "\n")
        sink = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        monkeypatch.setattr(sys, "stdout", sink)
        tracemalloc.start()
        try:
            from lmms_eval_vcif.cli.verify import verify

            verify(str(path))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            sink.close()

    peak(100)  # what is loaded once is loaded now
    few, many = peak(1000), peak(10_000)
    assert many < few + 500_000, (few, many)


def test_help_is_quick_to_load_and_shows_an_example_for_every_verb():
    runner = CliRunner()
    verbs = ["verify", "lint", "score", "tasks-path", "constraints", "constraints list", "constraints show"]
    for verb in verbs:
        shown = runner.invoke(app, [*verb.split(), "--help"])
        assert shown.exit_code == 0
        assert "Example" in shown.output, verb
    code = "import sys; sys.argv = ['vcif', '--help']\nfrom lmms_eval_vcif.cli.main import main\n"
    code += "try:\n    main()\nexcept SystemExit:\n    print(sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, text=True)
    loaded = set(eval(run.stdout.splitlines()[-1]))
    assert loaded.isdisjoint({"yaml", "regex", "jsonschema", "markdown_it", "numpy", "torch", "datasets", "PIL"})
