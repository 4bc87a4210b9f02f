import pytest

from lmms_eval_vcif.judge import Judge, Settings

from .server import KEY, MODEL, Server
from .videos import write_video


@pytest.fixture
def server():
    with Server() as running:
        yield running


@pytest.fixture
def waits(monkeypatch):
    """How long the client would have slept between its tries; it does not."""
    found = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


@pytest.fixture
def settings(server, tmp_path):
    return Settings(model=MODEL, base_url=server.url, api_key=KEY, timeout=20, retries=3, cache=tmp_path / "cache")


@pytest.fixture
def judge(settings):
    return Judge(settings)


@pytest.fixture(scope="session")
def video(tmp_path_factory):
    """Ten seconds, ten frames a second, brighter with every second."""
    return write_video(tmp_path_factory.mktemp("video") / "ramp.mp4", seconds=10)
