import pickle
from pathlib import Path

import pytest

from lmms_eval_vcif.judge import ConfigurationError, FrameBudget, Settings
from lmms_eval_vcif.judge import settings as module
from lmms_eval_vcif.judge.settings import OPENAI, default_cache


def written(tmp_path, text):
    path = tmp_path / "judge.yml"
    path.write_text(text, encoding="utf-8")
    return {"VCIF_JUDGE_CONFIG": str(path)}


def test_nothing_set_is_no_judge():
    settings = Settings.load({"HOME": "/home/u"})
    assert not settings.configured
    assert settings.frames == FrameBudget(fps=0.5)


def test_the_environment_alone():
    settings = Settings.load(
        {
            "VCIF_JUDGE_MODEL": "m",
            "VCIF_JUDGE_BASE_URL": "http://localhost:8000/v1/",
            "VCIF_JUDGE_API_KEY": "secret",
            "VCIF_JUDGE_CACHE": "/tmp/c",
            "VCIF_JUDGE_CHECK": "0",
            "VCIF_JUDGE_CONCURRENCY": "4",
        }
    )
    assert (settings.model, settings.base_url, settings.api_key) == ("m", "http://localhost:8000/v1", "secret")
    assert (settings.cache, settings.check, settings.concurrency) == (Path("/tmp/c"), False, 4)


def test_a_file_and_the_environment_that_wins_over_it(tmp_path):
    environment = written(
        tmp_path,
        "model: from-file\nbase_url: https://judge.example/v1/chat/completions\nsampling: {temperature: 1, seed: 3}\n"
        "frames: {fps: 1, max_frames: 8}\ncache: stored\ntimeout: 30\nretries: 1\nstructured: false\ncheck: false\n",
    )
    settings = Settings.load(environment | {"VCIF_JUDGE_MODEL": "from-environment"})
    assert (settings.model, settings.base_url) == ("from-environment", "https://judge.example/v1")
    assert settings.sampling == {"temperature": 1, "seed": 3}
    assert settings.frames == FrameBudget(fps=1, max_frames=8)
    assert settings.cache == tmp_path / "stored"
    assert (settings.timeout, settings.retries, settings.structured, settings.check) == (30, 1, False, False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("api_key: x", "never read from a file.*VCIF_JUDGE_API_KEY"),
        ("modle: x", "did you mean 'model'"),
        ("frames: {fsp: 1}", "did you mean 'fps'"),
        ("frames: {fps: 0}", r"frames.fps: a number from 0.001"),
        ("frames: {max_frames: 1.5}", "a whole number"),
        ("frames: {max_frames: -1}", "from 0 to"),
        ("concurrency: 0", "from 1 to 1000"),
        ("timeout: soon", "a number"),
        ("check: perhaps", "yes or no"),
        ("base_url: localhost:8000", "http://"),
        ("sampling: 3", "a mapping"),
        ("sampling: {model: x}", "sampling.model"),
        ("recorded: none.jsonl", "no such file"),
        ("cache:", "cache: a string is required, not None"),
        ("cache: []", r"cache: a string is required, not \[\]"),
        ("cache: {a: b}", "cache: a string is required, not {'a': 'b'}"),
        ("cache: [a, b]", r"cache: a string is required, not \['a', 'b'\]"),
        ("recorded:", "recorded: a string is required, not None"),
        ("recorded: {a: b}", "recorded: a string is required"),
        ("recorded: [3]", "recorded: a string is required, not 3"),
        ("sampling: {temperature: .nan}", "sampling.temperature: .*not nan"),
        ("sampling: {stop: [.inf]}", r"sampling.stop: .*not \[inf\]"),
        ("sampling: {seed: 2020-01-01}", "sampling.seed: .*not datetime"),
        ("sampling: {1: 2}", "sampling: a name of a parameter is a string, not 1"),
        ("base_url: user:secret@localhost:8000", r"http:// or https://, not '\*\*\*@localhost:8000'"),
        ("- a list", "a mapping of settings"),
        ("model: [", "can't be read"),
        ("model: ''", "a string is required"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_key(tmp_path, text, said):
    with pytest.raises(ConfigurationError, match=said) as caught:
        Settings.load(written(tmp_path, text))
    assert "judge.yml" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [("CONFIG", "/none.yml"), ("CHECK", "perhaps"), ("CONCURRENCY", "many"), ("RECORDED", "/none")]
)
def test_a_variable_that_is_wrong_is_refused_by_name(name, value):
    with pytest.raises(ConfigurationError, match=f"VCIF_JUDGE_{name}"):
        Settings.load({f"VCIF_JUDGE_{name}": value})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("CONCURENCY", "'VCIF_JUDGE_CONCURENCY' is unknown; did you mean 'VCIF_JUDGE_CONCURRENCY'"),
        ("MODLE", "did you mean 'VCIF_JUDGE_MODEL'"),
        ("TIMEOUT", "VCIF_JUDGE_TIMEOUT: timeout stands in the file that VCIF_JUDGE_CONFIG names"),
    ],
)
def test_a_variable_that_is_none_is_refused_with_the_nearest(name, said):
    with pytest.raises(ConfigurationError, match=said):
        Settings.load({f"VCIF_JUDGE_{name}": "5"})
    assert not Settings.load({f"VCIF_JUDGE_{name}": "", "VCIF_WRITER_CONCURENCY": "5"}).configured


def test_a_key_in_the_address_is_not_shown():
    settings = Settings.load({"VCIF_JUDGE_MODEL": "m", "VCIF_JUDGE_BASE_URL": "http://user:secret@localhost:1/v1"})
    assert settings.base_url == "http://user:secret@localhost:1/v1"
    assert settings.address == "http://***@localhost:1/v1"
    assert "secret" not in repr(settings)
    assert Settings(base_url="http://localhost:1/v1/a@b").address == "http://localhost:1/v1/a@b"


def test_the_key_of_openai_is_sent_to_openai_alone():
    keys = {"OPENAI_API_KEY": "openai", "VCIF_JUDGE_MODEL": "m"}
    assert Settings.load(keys).api_key == "openai"
    assert Settings.load(keys).base_url == OPENAI
    assert Settings.load(keys | {"VCIF_JUDGE_BASE_URL": "http://localhost:1/v1"}).api_key == ""
    assert Settings.load(keys | {"VCIF_JUDGE_API_KEY": "own"}).api_key == "own"


def test_the_key_is_not_shown():
    assert "secret" not in repr(Settings(model="m", api_key="secret"))


def test_recorded_judgements_are_a_judge(tmp_path):
    (tmp_path / "r.jsonl").write_text("")
    assert Settings.load(written(tmp_path, "recorded: [r.jsonl]")).configured


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/lmms-eval-vcif/judge"),
        ("linux", {}, "/home/u/.cache/lmms-eval-vcif/judge"),
        ("darwin", {}, "/home/u/Library/Caches/lmms-eval-vcif/judge"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/lmms-eval-vcif/judge"),
    ],
)
def test_the_folder_is_where_the_platform_keeps_caches(monkeypatch, platform, environment, expected):
    monkeypatch.setattr(module.sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/u")
    assert default_cache(environment) == Path(expected)


def test_every_setting_is_documented():
    for name in module._READERS:
        assert f" {name} |" in module.__doc__


def test_settings_travel_to_other_processes():
    settings = Settings(model="m", sampling={"seed": 1})
    assert pickle.loads(pickle.dumps(settings)) == settings
