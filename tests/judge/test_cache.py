"""Stored judgements: shared by threads and processes, kept through a kill, exported, played back, pruned."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.judge import Cache, ConfigurationError, Entry, FrameBudget, Judge, Recording, Settings, load_judge
from lmms_eval_vcif.judge.cache import FILE, read_recording, recording_lines
from lmms_eval_vcif.judge.calls import judging_calls
from lmms_eval_vcif.verdicts import judge_row

from .rows import LAMP, ORDER, TONE, row
from .server import MODEL, Server, all_met, text_of

ROOT = Path(__file__).parents[2]


def entry(number, **changes):
    key = f"{number:064x}"
    return replace(
        Entry(key, "content", MODEL, f"r{number}", "c1", {"met": bool(number % 2)}, 1000.0 + number), **changes
    )


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


def test_what_is_put_is_there_for_who_opens_the_folder(cache, tmp_path):
    cache.put(entry(1))
    cache.put(entry(2))
    keys = [entry(number).key for number in (1, 2, 3)]
    assert Cache(tmp_path / "cache").get(keys) == {keys[0]: {"met": True}, keys[1]: {"met": False}}


def test_nothing_is_made_before_something_is_stored(cache, tmp_path):
    assert cache.get([entry(1).key]) == {}
    assert (list(cache.entries()), cache.counts(), cache.prune()) == ([], [], 0)
    assert not (tmp_path / "cache").exists()


def test_the_first_judgement_of_a_key_stays(cache):
    cache.put(entry(1))
    cache.put(entry(1, value={"met": False}))
    assert cache.get([entry(1).key])[entry(1).key] == {"met": True}


def test_values_of_any_text_come_back(cache):
    value = {"reason": 'A "quoted" 理由 \ud800 {x}\n', "met": True}
    cache.put(entry(1, value=value))
    assert cache.get([entry(1).key])[entry(1).key] == value


def test_threads_share_it(cache):
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda number: cache.put(entry(number)), range(400)))
    assert len(list(cache.entries())) == 400


WRITER = """
import sys
from lmms_eval_vcif.judge import Cache, Entry
from concurrent.futures import ThreadPoolExecutor
folder, worker = sys.argv[1], int(sys.argv[2])
sys.stdin.readline()  # all begin at once
cache = Cache(folder)
def put(number):
    own, shared = f"{worker}-{number}", f"all-{number}"
    for key in (own, shared):
        cache.put(Entry(key, "content", "m", "r", "c1", {"met": True, "by": worker}))
    assert cache.get([own, shared]).keys() == {own, shared}
with ThreadPoolExecutor(4) as pool:
    list(pool.map(put, range(50)))
"""


def test_eight_processes_with_four_threads_lose_nothing(cache, tmp_path):
    folder = str(tmp_path / "cache")
    workers = [
        subprocess.Popen([sys.executable, "-c", WRITER, folder, str(worker)], stdin=subprocess.PIPE, cwd=ROOT)
        for worker in range(8)
    ]
    for worker in workers:
        worker.stdin.write(b"go\n")
        worker.stdin.flush()
    assert [worker.wait() for worker in workers] == [0] * 8
    keys = {found.key for found in cache.entries()}
    assert keys == {f"{who}-{number}" for who in (*range(8), "all") for number in range(50)}
    with sqlite3.connect(tmp_path / "cache" / FILE) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_forked_process_opens_its_own_connection(cache):
    cache.put(entry(1))
    child = os.fork()
    if child == 0:
        try:
            cache.put(entry(2))
            os._exit(0 if len(cache.get([entry(1).key, entry(2).key])) == 2 else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert len(cache.get([entry(1).key, entry(2).key])) == 2


RUN = """
import json, sys
from pathlib import Path
from lmms_eval_vcif.judge import Judge, Settings
from lmms_eval_vcif.records import Row
from lmms_eval_vcif.verdicts import judge_row
url, folder, rows = sys.argv[1:]
judge = Judge(Settings(model="test-judge", base_url=url, retries=0, cache=Path(folder)))
for value in json.loads(rows):
    verdicts = judge_row(Row.parse(value), "First a lamp is lit.", judge)
    print(json.dumps([verdict.passed for verdict in verdicts]), flush=True)
"""


def test_a_run_that_is_killed_asks_nothing_twice_and_ends_with_the_same_numbers(tmp_path):
    rows = [
        {
            "id": f"r{number}",
            "subset": "base",
            "task": "summarization",
            "language": "en",
            "instruction": f"Describe scene {number}.",
            "constraints": [TONE, ORDER, LAMP],
        }
        for number in range(8)
    ]
    eleventh, go = threading.Event(), threading.Event()

    def reply(body):
        if len(server.requests) == 11 and not go.is_set():
            eleventh.set()
            go.wait(60)
        return all_met(body)

    with Server(reply) as server:
        command = [sys.executable, "-c", RUN, server.url, str(tmp_path / "cache"), json.dumps(rows)]
        first = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
        assert eleventh.wait(60)
        first.send_signal(signal.SIGKILL)
        before, _ = first.communicate()
        go.set()
        assert first.returncode == -signal.SIGKILL
        second = subprocess.run(command, stdout=subprocess.PIPE, cwd=ROOT, check=True)
    sent = [text_of(body) for body in server.requests]
    arrived, after = sent[:10], sent[11:]
    assert len(before.splitlines()) == 5 and len(arrived) == len(set(arrived))
    assert set(arrived).isdisjoint(after)
    assert sent[10] == after[0]  # the one whose reply never came
    assert len(after) == 6
    assert second.stdout.splitlines() == [b"[true, true, true]"] * 8


def test_a_folder_that_can_not_be_written_costs_no_verdict(server, settings, video, tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    judge = Judge(replace(settings, cache=blocked / "cache"))
    (verdict,) = judge_row(row(TONE, video=video), "Calm.", judge)
    assert verdict.passed is True
    assert "can't be written" in caplog.text


def damaged(folder):
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(bytes(range(256)) * 64)
    return folder / FILE


def test_a_damaged_file_stops_a_run_before_it_asks_all_again(server, settings, tmp_path):
    file = damaged(tmp_path / "damaged")
    with pytest.raises(ConfigurationError, match="can't be read.*move the file away") as caught:
        load_judge(replace(settings, cache=file.parent))
    assert str(file) in str(caught.value) and server.requests == []
    with pytest.raises(ConfigurationError, match="a folder is required"):
        load_judge(replace(settings, cache=file))


def test_a_file_that_another_writes_is_not_taken_for_a_damaged_one(cache, monkeypatch):
    cache.put(entry(1))
    cache.close()
    monkeypatch.setattr("lmms_eval_vcif.judge.cache.BUSY", 0.01)
    with sqlite3.connect(cache.file, isolation_level=None) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        Cache(cache.file.parent).check()
        other.execute("ROLLBACK")


def recorded(cache, path, settings, note=""):
    recording = Recording(MODEL, dict(settings.sampling), asdict(settings.frames), note)
    path.write_text("".join(line + "\n" for line in recording_lines(recording, cache.entries())), encoding="utf-8")
    return path


def test_a_recording_plays_back_without_model_key_or_server(server, settings, judge, video, tmp_path):
    both = row(TONE, LAMP, video=video)
    live = judge_row(both, "Calm.", judge)
    path = recorded(judge.cache, tmp_path / "judgements.jsonl", settings)
    player = Judge(Settings(recorded=(path,), cache=tmp_path / "other"))
    player.check()
    played = judge_row(both, "Calm.", player)
    assert [replace(verdict, cached=False) for verdict in played] == live
    assert (player.model, len(server.requests)) == (MODEL, 1)
    (open_one, _) = judge_row(both, "Something else.", player)
    assert open_one.passed is None
    assert "not among the recorded judgements" in open_one.reason and "VCIF_JUDGE_MODEL" in open_one.reason
    assert not (tmp_path / "other").exists()


def test_a_recording_is_read_before_a_judge_is_asked(server, settings, judge, video, tmp_path):
    judge_row(row(TONE, video=video), "Calm.", judge)
    path = recorded(judge.cache, tmp_path / "judgements.jsonl", settings)
    other = Judge(replace(settings, recorded=(path,), cache=tmp_path / "other"))
    judge_row(row(TONE, video=video), "Calm.", other)
    assert len(server.requests) == 1
    judge_row(row(TONE, video=video), "Loud!", other)
    assert len(server.requests) == 2


def test_decisions_of_a_person_are_stored_as_a_judges(server, settings, judge, video):
    both = row(TONE, ORDER, LAMP, video=video)
    for call in judging_calls(both, "Calm.", both.constraints):
        said = {
            "tone-1": {"met": False, "reason": "loud"},
            "order-1": {"met": True, "reason": "in order"},
            "lamp-1": {"answers": [True, False], "reason": "not bright"},
        }
        judge.remember(call, {item.label: said[item.about] for item in call.items}, both)
    verdicts = judge_row(both, "Calm.", judge)
    assert [(verdict.passed, verdict.cached) for verdict in verdicts] == [(False, True), (True, True), (False, True)]
    assert server.requests == []
    with pytest.raises(ValueError, match="no decision"):
        judge.remember(call, {call.items[0].label: {"met": "perhaps"}}, both)


def test_a_recording_is_the_same_whenever_it_was_made(cache, tmp_path, settings):
    for number in (3, 1, 2):
        cache.put(entry(number))
    other = Cache(tmp_path / "other")
    for number in (1, 2, 3):
        other.put(entry(number, created=9.0 - number))
    first, second = (recorded(c, tmp_path / "r.jsonl", settings).read_bytes() for c in (cache, other))
    assert first == second


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "empty"),
        (['{"key": "k"}'], ":1: "),
        (["nonsense"], ":1: "),
        (['{"recording": {"model": "m", "sampling": {}, "frames": {}}}', '{"key": "k"}'], ":2: "),
        (['{"recording": {"model": "m", "sampling": {}, "frames": {}}}', '{"keys": "k"}'], ":2: "),
    ],
)
def test_a_file_that_is_no_recording_is_refused_with_its_line(tmp_path, lines, said):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    with pytest.raises(ConfigurationError, match="r.jsonl") as caught:
        read_recording(path)
    assert said in str(caught.value)


def test_recordings_of_different_judges_need_a_model(tmp_path, cache, settings):
    cache.put(entry(1))
    first = recorded(cache, tmp_path / "a.jsonl", settings)
    second = recorded(cache, tmp_path / "b.jsonl", replace(settings, sampling={"temperature": 1}))
    with pytest.raises(ConfigurationError, match="different judges.*VCIF_JUDGE_MODEL"):
        Judge(Settings(recorded=(first, second), cache=tmp_path / "other"))


@pytest.mark.parametrize(
    ("terms", "left"),
    [
        ({"before": 1003.0}, {3, 4}),
        ({"kind": "structure"}, {1, 2, 3}),
        ({"model": "other"}, {1, 2, 4}),
        ({"before": 1003.0, "model": MODEL}, {3, 4}),
        ({"kind": "structure", "model": "other"}, {1, 2, 3, 4}),
        ({}, set()),
    ],
)
def test_prune_removes_what_fits_all_that_is_given(cache, terms, left):
    for found in (entry(1), entry(2), entry(3, model="other"), entry(4, kind="structure")):
        cache.put(found)
    assert cache.prune(**terms) == 4 - len(left)
    assert {found.row for found in cache.entries()} == {f"r{number}" for number in left}


@pytest.fixture
def vcif(tmp_path, monkeypatch):
    monkeypatch.setenv("VCIF_JUDGE_CACHE", str(tmp_path / "cache"))
    for name in ("MODEL", "CONFIG", "RECORDED"):
        monkeypatch.delenv(f"VCIF_JUDGE_{name}", raising=False)
    runner = CliRunner()
    return lambda *arguments: runner.invoke(app, ["cache", *map(str, arguments)])


def test_the_command_line_shows_exports_imports_and_prunes(vcif, cache, tmp_path):
    for number in (1, 2, 3):
        cache.put(entry(number))
    shown = vcif("show").output
    assert FILE in shown and MODEL in shown and "3" in shown
    file = tmp_path / "out.jsonl"
    assert vcif("export", file, "--model", MODEL, "--note", "examples").exit_code == 0
    head, entries = read_recording(file)
    assert (head.model, head.note, len(entries)) == (MODEL, "examples", 3)
    assert "3 judgements removed" in vcif("prune", "--model", MODEL).output
    assert "3 of 3 judgements were new" in vcif("import", file).output
    assert "0 of 3 judgements were new" in vcif("import", file).output
    assert {found.key for found in cache.entries()} == {entry(number).key for number in (1, 2, 3)}


def test_the_command_line_refuses_what_it_can_not_do(vcif, cache, tmp_path):
    cache.put(entry(1))
    assert vcif("prune").exit_code == 2
    assert len(list(cache.entries())) == 1
    assert vcif("export", tmp_path / "o.jsonl", "--model", "unknown").exit_code == 1
    assert not (tmp_path / "o.jsonl").exists()
    assert vcif("import", tmp_path / "none.jsonl").exit_code == 2


def test_what_was_imported_is_exported_as_it_came(vcif, tmp_path, server, settings, judge, video):
    both = row(TONE, LAMP, video=video)
    judge_row(both, "Calm.", judge)
    made = replace(settings, sampling={"temperature": 0.5}, frames=FrameBudget(fps=1))
    judge_row(both, "Calm.", Judge(replace(made, cache=tmp_path / "apart")))
    first = recorded(Cache(tmp_path / "apart"), tmp_path / "first.jsonl", made, "for the docs")
    folder = tmp_path / "moved"
    assert vcif("import", first, "--folder", folder).exit_code == 0
    second, third = tmp_path / "second.jsonl", tmp_path / "third.jsonl"
    assert vcif("export", second, "--model", MODEL, "--folder", folder).exit_code == 0
    assert second.read_bytes() == first.read_bytes()
    played = judge_row(both, "Calm.", Judge(Settings(recorded=(second,), cache=tmp_path / "none")))
    assert [verdict.passed for verdict in played] == [True, True]
    assert vcif("export", third, "--model", MODEL, "--folder", folder, "--note", "mine").exit_code == 0
    assert read_recording(third)[0] == replace(read_recording(first)[0], note="mine")


def test_judgements_made_with_different_settings_are_not_exported_as_one(vcif, cache, tmp_path, settings):
    other = Cache(tmp_path / "apart")
    other.put(entry(1))
    head = replace(settings, sampling={"temperature": 0.5, "max_tokens": 10})
    imported = recorded(other, tmp_path / "imported.jsonl", head)
    cache.put(entry(2))
    assert vcif("import", imported).exit_code == 0
    shown = vcif("export", tmp_path / "o.jsonl", "--model", MODEL)
    assert shown.exit_code == 2 and "different settings" in shown.output and "'temperature': 0.5" in shown.output
    assert not (tmp_path / "o.jsonl").exists()
    assert vcif("prune", "--all").exit_code == 0 and cache.origins() == {}
    bound = replace(settings, sampling={"temperature": 0, "max_tokens": 10})
    assert vcif("import", recorded(other, imported, bound)).exit_code == 0
    cache.put(entry(2))
    assert vcif("export", tmp_path / "o.jsonl", "--model", MODEL).exit_code == 0  # the bound decides nothing


COMMANDS = [("show",), ("prune", "--all"), ("export", "out.jsonl", "--model", MODEL), ("import", "in.jsonl")]


@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
def test_the_command_line_names_a_file_that_it_can_not_read(vcif, cache, tmp_path, settings, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    cache.put(entry(1))
    recorded(cache, tmp_path / "in.jsonl", settings)
    file = damaged(tmp_path / "damaged")
    for folder in (file.parent, file):
        shown = vcif(*command, "--folder", folder)
        assert (shown.exit_code, len(shown.output.splitlines())) == (2, 1)
        assert f"vcif cache {command[0]}: {file}: " in shown.output
    assert not (tmp_path / "out.jsonl").exists()
