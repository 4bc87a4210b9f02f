import importlib.util
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from lmms_eval_vcif.constraints import Entry, catalogue

THREADS = 8


@pytest.fixture
def unread():
    """The loader's module once more, with nothing read yet."""
    file = importlib.util.find_spec("lmms_eval_vcif.constraints.catalogue").origin
    spec = importlib.util.spec_from_file_location("lmms_eval_vcif.constraints.unread", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_threads_that_ask_first_together_read_each_entry_once(unread):
    read, together = [], threading.Barrier(THREADS)

    def parse(data, family, file):
        read.append(file)
        return Entry.parse(data, family, file)

    def ask(_):
        together.wait(30)
        return unread.catalogue()

    unread.Entry = SimpleNamespace(parse=parse)
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(ask, range(THREADS)))
    assert len({id(one) for one in found}) == 1
    assert sorted(read) == sorted(entry.file for entry in catalogue())
