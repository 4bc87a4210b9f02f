"""The judge: asks what is not stored, stores what arrives, and leaves open, with the cause, what can't be decided."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..records import ConflictVerdict, Constraint, Row, Verdict
from . import calls, frames
from .cache import Cache, Entry
from .calls import Call, Item
from .client import Client, JudgeFailure
from .once import Flights
from .prompt import again, neutral, versions
from .replies import read
from .settings import HOW_TO, ConfigurationError, FrameBudget, Settings

logger = logging.getLogger(__name__)

TRIES = 2
"""How often one thing is asked: a refused or unreadable reply is asked once more, with the form told again."""


@dataclass(frozen=True)
class Answer:
    """What was decided on one item: the stored value and whether it was stored before, or None and the cause."""

    value: Mapping[str, Any] | None
    cached: bool = False
    cause: str = ""


@dataclass(frozen=True)
class Extraction:
    """The parameters that the judge found in a constraint's text, or None and the cause."""

    params: Mapping[str, Any] | None
    cached: bool = False
    cause: str = ""


class Judge:
    """A judge model with its stored judgements, for any number of threads.

    Its methods raise nothing for what goes wrong between it and its server: that is the cause of an open verdict.
    Once a request has shown that the set-up is wrong, no further one is sent.
    """

    def __init__(self, settings: Settings):
        self.cache = Cache(settings.cache, settings.recorded)
        self.settings = settings if settings.model else _as_recorded(settings, self.cache)
        self._client = Client(settings) if settings.model else None
        self._broken = ""
        self._flights = Flights()

    @property
    def model(self) -> str:
        """The judge's name, as it stands in its verdicts."""
        return self.settings.model

    @property
    def signature(self) -> dict[str, Any]:
        """What its judgements depend on beside rows and responses."""
        shown = asdict(self.settings.frames)
        return {"model": self.model, "sampling": dict(self.settings.sampling), "frames": shown, "prompts": versions()}

    def check(self) -> None:
        """Ask the server for one word; a recording is asked nothing. Raises ConfigurationError saying what to set."""
        if self._client is not None:
            self._client.check()

    def look_ahead(self, videos: Iterable[str | Path]) -> None:
        """Begin to take the frames of the first of these videos in the background. A recording needs none."""
        if self._client is not None and not self.settings.frames.text_only:
            frames.decode_ahead(videos, self.settings.frames)

    def judge(
        self,
        row: Row,
        answer: str,
        constraints: Sequence[Constraint],
        media: Iterable[str | Path] = (),
        decided: Collection[str] = (),
    ) -> list[Verdict]:
        """The verdict on each constraint, in order. `answer` is the cleaned response; `media` are the files of the row,
        its own paths where none are given. What is not stored is not asked of constraints whose ids are in `decided`.
        """
        answers: dict[str, Answer] = {}
        for call in calls.judging_calls(row, answer, constraints):
            answers |= self.ask(call, row, media, decided)
        return [self._verdict(c, answers[f"c{index}"]) for index, c in enumerate(constraints, 1)]

    def extract(self, row: Row, constraints: Sequence[Constraint], decided: Collection[str] = ()) -> list[Extraction]:
        """The parameters of each constraint, checked against its entry, in order; `decided` as in `judge`."""
        if not constraints:
            return []
        call = calls.extraction_call(row, constraints)
        answers = self.ask(call, row, decided=decided)
        found = [answers[item.label] for item in call.items]
        return [Extraction(a.value["params"] if a.value else None, a.cached, a.cause) for a in found]

    def conflict(self, row: Row, answer: str) -> ConflictVerdict:
        """How the answer deals with the conflict of a conflict item."""
        try:
            call = calls.conflict_call(row, answer)
        except ValueError as error:
            return ConflictVerdict(reason=f"unjudged: {error}", judge=self.model)
        given = self.ask(call, row)["c1"]
        if given.value is None:
            return ConflictVerdict(reason=f"unjudged: {given.cause}", judge=self.model)
        value = given.value
        return ConflictVerdict(
            unsatisfiable=value["unsatisfiable"],
            mentions_conflict=value["conflict"],
            localized=value["first"] and value["second"],
            ordinary=value["ordinary"],
            failure=value["failure"],
            reason=value["reason"],
            judge=self.model,
            cached=given.cached,
        )

    def ask(
        self, call: Call, row: Row, media: Iterable[str | Path] = (), decided: Collection[str] = ()
    ) -> dict[str, Answer]:
        """The answer to each item of a call, by label: what is stored, and the rest in one request. What is not stored
        is not asked of items about constraints in `decided`."""
        shown = self._shown(call, row, media)
        try:
            keys = self.keys(call, shown)
        except frames.VideoError as error:
            return self._open(call, call.items, str(error))
        with self._flights.one("".join(keys.values())):
            stored = self.cache.get(list(keys.values()))
            answers = {label: Answer(stored[key], cached=True) for label, key in keys.items() if key in stored}
            left = [item for item in call.items if item.label not in answers]
            answers |= {
                item.label: Answer(None, cause="it is decided already") for item in left if item.about in decided
            }
            missing = [item for item in left if item.label not in answers]
            return answers | (self._asked(call, missing, keys, shown) if missing else {})

    def remember(self, call: Call, decisions: Mapping[str, Any], row: Row, media: Iterable[str | Path] = ()) -> None:
        """Store decisions on items of a call, by label, that were made elsewhere, such as by a person who looked at the
        frames; they have the form of a reply. Raises ValueError for one that a reply could not give either."""
        keys = self.keys(call, self._shown(call, row, media))
        for item in call.items:
            if item.label in decisions:
                self._store(call, item, keys[item.label], item.read(decisions[item.label]))

    def keys(self, call: Call, shown: Sequence[tuple[str | Path, bool]]) -> dict[str, str]:
        """The key of each item's judgement, by label. `shown` are the files, each with whether it is a video. Raises
        VideoError for a file that can't be read."""
        seen = "\n".join(frames.identity(path, self.settings.frames, video=video) for path, video in shown)
        return {item.label: call.key(item, self.model, self.settings.sampling, seen) for item in call.items}

    def _asked(
        self, call: Call, missing: list[Item], keys: Mapping[str, str], shown: Sequence[tuple[str | Path, bool]]
    ) -> dict[str, Answer]:
        """Ask for the missing items, once more for those that got no decision, and store each decision at once."""
        if self._client is None:
            return self._open(call, missing, f"not among the recorded judgements; to ask a judge, {HOW_TO}")
        answers: dict[str, Answer] = {}
        problems: dict[str, str] = {}
        try:
            pictures = self._pictures(shown)
            for _ in range(TRIES):
                left = [item for item in missing if item.label not in answers]
                try:
                    reply = self._reply(call, left, pictures, problems)
                    values, problems = read(reply, left, call.data.get("response", ""))
                except JudgeFailure as failure:
                    values, problems = {}, {item.label: str(failure) for item in left}
                    if not failure.again:
                        break
                for item in left:
                    if item.label in values:
                        answers[item.label] = self._store(call, item, keys[item.label], values[item.label])
                if not problems:
                    break
        except (ConfigurationError, frames.VideoError) as error:
            if isinstance(error, ConfigurationError) and not self._broken:
                self._broken = str(error)
                logger.error("the judge can't be used, and is asked no more: %s", error)
            problems = {item.label: str(error) for item in missing if item.label not in answers}
        for item in missing:
            if item.label not in answers:
                answers |= self._open(call, [item], problems[item.label])
        return answers

    def _reply(self, call: Call, items: list[Item], pictures: list[dict[str, Any]], problems: Mapping[str, str]) -> str:
        """One reply to a call, or to its repetition with what was wrong. Raises JudgeFailure, ConfigurationError."""
        if self._broken:
            raise ConfigurationError(self._broken)
        text = call.text(items)
        if problems:
            said = neutral("; ".join(f"{label}: {problem}" for label, problem in problems.items()))
            text += "\n\n" + again(said, ", ".join(item.label for item in items), calls.form(items))
        messages = [
            {"role": "system", "content": call.prompt.system},
            {"role": "user", "content": [*pictures, {"type": "text", "text": text}] if pictures else text},
        ]
        return self._client.complete(messages, calls.schema(items))

    def _store(self, call: Call, item: Item, key: str, value: dict[str, Any]) -> Answer:
        row, about = (text.encode("utf-8", "replace").decode() for text in (call.row, item.about))
        self.cache.put(Entry(key, call.prompt.name, self.model, row, about, value))
        return Answer(value)

    def _open(self, call: Call, items: Iterable[Item], cause: str) -> dict[str, Answer]:
        items = list(items)
        about = ", ".join(item.about for item in items)
        logger.warning("row %r, %s (%s): unjudged: %s", call.row, about, call.prompt.name, cause)
        return {item.label: Answer(None, cause=cause) for item in items}

    def _shown(self, call: Call, row: Row, media: Iterable[str | Path]) -> list[tuple[str | Path, bool]]:
        """The files that go with a call, each with whether it is a video: a row has a video or pictures."""
        if not call.with_frames or self.settings.frames.text_only:
            return []
        files = list(media) or ([row.video] if row.video else list(row.images))
        return [(path, bool(row.video)) for path in files]

    def _pictures(self, shown: Sequence[tuple[str | Path, bool]]) -> list[dict[str, Any]]:
        """The parts of a message that show the files. Raises VideoError, ConfigurationError."""
        parts: list[dict[str, Any]] = []
        for path, video in shown:
            found = frames.shots(path, self.settings.frames, video=video)
            if video:
                times = ", ".join(f"{shot.time:.1f}" for shot in found)
                parts.append({"type": "text", "text": f"The video in {len(found)} frames, at these seconds: {times}"})
            parts += [{"type": "image_url", "image_url": {"url": shot.url}} for shot in found]
        return parts

    def _verdict(self, constraint: Constraint, answer: Answer) -> Verdict:
        about = {"type": constraint.type, "constraint": constraint.id, "method": "judge", "judge": self.model}
        if answer.value is None:
            return Verdict(None, reason=f"unjudged: {answer.cause}", **about)
        value = answer.value
        return Verdict(
            value["met"],
            reason=value["reason"],
            sub_answers=tuple(zip(constraint.sub_questions, value.get("answers", ()), strict=False)),
            cached=answer.cached,
            **about,
        )


def _as_recorded(settings: Settings, cache: Cache) -> Settings:
    """The settings with which the recordings were made. Raises ConfigurationError where these differ or are absent."""
    made = {(r.model, str(sorted(r.sampling.items())), str(sorted(r.frames.items()))) for r in cache.recordings}
    if len(made) != 1:
        problem = "there is no judge" if not made else "the recorded judgements are by different judges"
        raise ConfigurationError(f"{problem}: {HOW_TO}")
    recording = cache.recordings[0]
    return replace(
        settings,
        model=recording.model,
        sampling=recording.sampling,
        frames=FrameBudget(**recording.frames),
    )


class CheckFailed(ConfigurationError):
    """The server did not pass the check before a run, which can be switched off."""


def _ask_one_word(judge: Judge) -> None:
    try:
        judge.check()
    except ConfigurationError as error:
        raise CheckFailed(str(error)) from None


_loaded: tuple[Settings, Judge] | None = None
_loading = threading.Lock()


def load_judge(settings: Settings | None = None) -> Judge | None:
    """The judge of this process as the environment (or `settings`) says, checked when it is first loaded unless that is
    switched off; None where none is set up. Raises ConfigurationError saying what to set; CheckFailed where the check
    failed."""
    global _loaded
    settings = Settings.load() if settings is None else settings
    if not settings.configured:
        return None
    with _loading:
        if _loaded is None or _loaded[0] != settings:
            judge = Judge(settings)
            judge.cache.check()
            if settings.check:
                _ask_one_word(judge)
            _loaded = (settings, judge)
        return _loaded[1]
