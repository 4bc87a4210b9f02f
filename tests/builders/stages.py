"""Stages and rows for the tests of the pipeline frame: functions of a module, as stages are, since they travel to
processes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from lmms_eval_vcif.builders.pipeline import Models, Pipeline, Rejected, Rejection, Stage
from lmms_eval_vcif.judge import Settings
from lmms_eval_vcif.judge.prompt import Prompt
from tests.judge.server import KEY, MODEL, text_of

COLOUR = Prompt("colour", "You name colours.", "Name a colour for <instruction>{{word}}</instruction>.", "c0")
PAIR = Prompt("pair", "", "Say something about <instruction>{{word}}</instruction>.", "p0")


def models(server, *roles: str, **changes) -> Models:
    """The models of roles, all at one test server."""
    values = {"model": MODEL, "base_url": server.url, "api_key": KEY, "timeout": 20, "retries": 0, **changes}
    return Models({role: Settings(**values) for role in roles})


def records(count: int, image: str = "") -> list[dict]:
    return [{"id": f"r{number}", "word": f"word{number}", "image": image} for number in range(count)]


def colour(record: dict, tools) -> dict:
    """Two colours in a reply, a random number beside them."""

    def read(value):
        if not isinstance(value.get("colour"), str):
            raise ValueError("colour: a string is required")
        return value["colour"]

    found = tools.models.ask("writer", COLOUR, {"word": record["word"]}, read, example={"colour": "blue"})
    if found == "none":
        raise Rejected("no colour", record["word"])
    return {**record, "colour": found, "number": tools.rng.randrange(1000)}


def rows(record: dict, tools) -> list[dict]:
    """A row in each language from a record."""
    said = tools.models.say("writer", PAIR, {"word": record["colour"]}, example="Blue is calm.")
    constraint = {"id": "c1", "type": "word_count", "text": "At most 9.", "params": json.dumps({"max": 9})}
    row = {"subset": "normal", "task": "story", "image": record["image"], "constraints": [constraint], "meta": "{}"}
    return [
        {
            **row,
            "id": f"{record['id']}-{language}",
            "language": language,
            "instruction": f"{said} {record['id']} {language}",
        }
        for language in ("en", "zh")
    ]


def odd_ones_out(records: list[dict], seed: int) -> tuple[list[dict], list[Rejection]]:
    """Every third record is left out before any is worked on."""
    kept = [record for index, record in enumerate(records) if index % 3 != 2]
    return kept, [Rejection(record["id"], "third") for index, record in enumerate(records) if index % 3 == 2]


STAGES = (
    Stage("colour", colour, deal=odd_ones_out, prompts=(COLOUR,), roles=("writer",)),
    Stage("rows", rows, prompts=(PAIR,), roles=("writer",)),
)


def pipeline(count: int, folder: Path, **changes) -> Pipeline:
    """The two stages over so many records, with one picture in the folder."""
    from PIL import Image

    folder.mkdir(exist_ok=True)
    Image.new("RGB", (40, 30), "teal").save(folder / "a.png")
    given = {"name": "test", "stages": STAGES, "records": records(count, "a.png"), "folder": folder, "threads": 3}
    return Pipeline(**{**given, "progress": False, **changes})


def reply(body: dict) -> str:
    """A colour made of the word that is asked about, as the same server gives to the same request."""
    word = re.search(r"<instruction>(.*)</instruction>", text_of(body))[1]
    return json.dumps({"colour": f"{word}-blue"}) if "Name a colour" in text_of(body) else f"I like {word}."


def contents(out: Path) -> dict[str, bytes]:
    """Every file of a set but the logs, whose lines stand in the order in which they were done."""
    files = [path for path in out.rglob("*") if path.is_file() and not path.name.endswith(".log.jsonl")]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}
