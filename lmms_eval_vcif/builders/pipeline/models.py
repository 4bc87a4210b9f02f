"""The models that a pipeline asks, by role, through the judge's client; whatever goes wrong with a reply is a reason
for which one record is rejected.

Each role is set up as the judge is (see `judge.settings`), with its own prefix: VCIF_WRITER_MODEL,
VCIF_WRITER_BASE_URL, VCIF_WRITER_API_KEY, VCIF_WRITER_CONFIG and so on; OPENAI_API_KEY serves for api.openai.com.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ...judge.client import Client, JudgeFailure
from ...judge.frames import VideoError, shots
from ...judge.objects import objects
from ...judge.prompt import Prompt, neutral
from ...judge.settings import PREFIX, ConfigurationError, Settings
from ...records import nearest

ROLES = ("writer", "checker", "answerer", "weak")
"""Who is asked: the writer rewrites and composes, the checker is a second model that looks at what was written, the
answerer answers finished rows, and the weak one gives the answers that preferences reject."""

TRIES = 2
"""How often one thing is asked: a reply that can't be used is asked for once more, with what was wrong."""

AGAIN = (
    "Your reply to this request could not be used: {problem}. Answer the request once more, with nothing but one JSON "
    "object of the form that it asks for."
)

MOST_LOST = 8
"""Requests in a row that nobody answers, after which the run stops instead of rejecting all that is left; a record
makes no other after one."""

_ANSWERING = {"temperature": 0.7, "max_tokens": 4096}
"""How answers are sampled where no file says otherwise: several tries on one row are to differ."""

Media = Sequence[tuple["str | Path", bool]]
"""Files that are shown, each with whether it is a video."""


class Rejected(Exception):
    """A record goes no further. `reason` is a few fixed words, to count by; `detail` says what is particular."""

    def __init__(self, reason: str, detail: object = ""):
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = str(detail)[:500]


class PipelineError(ValueError):
    """A run that can't go on; the message says why. What is done stays done."""


class Models:
    """The models of a run by role, for any number of threads. It can be sent to another process."""

    def __init__(self, settings: Mapping[str, Settings]):
        self.settings = dict(settings)
        self._made: dict[str, Any] = {}
        self._lost = 0
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type, tuple[dict[str, Settings]]]:
        return type(self), (self.settings,)

    @classmethod
    def load(cls, roles: Sequence[str], environment: Mapping[str, str] | None = None) -> Models:
        """The models of these roles, as the environment sets them up. Raises ConfigurationError with what to set."""
        return cls({role: _settings(role, os.environ if environment is None else environment) for role in roles})

    def check(self) -> None:
        """Ask each server for one word. Raises ConfigurationError, saying what to set."""
        for role in self.settings:
            try:
                self._client(role).check()
            except ConfigurationError as error:
                raise ConfigurationError(_of(role, error)) from None

    def signature(self, roles: Sequence[str]) -> dict[str, Any]:
        """What the replies of these roles depend on beside the prompts."""
        return {
            role: {"model": own.model, "sampling": dict(own.sampling), "frames": asdict(own.frames)}
            for role, own in self.settings.items()
            if role in roles
        }

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` gives, made once for all threads of this process."""
        with self._lock:
            if name not in self._made:
                self._made[name] = make()
            return self._made[name]

    def ask(
        self,
        role: str,
        prompt: Prompt,
        values: Mapping[str, str],
        read: Callable[[Mapping[str, Any]], Any],
        *,
        example: Mapping[str, Any],
        media: Media = (),
    ) -> Any:
        """What `read` makes of the JSON object of a reply.

        `values` fill the prompt and can't break out of it. `read` gets the last object of the reply and raises
        ValueError with what is wrong with it; then the same is asked once more, with that. `example` is a reply that
        `read` takes: a dry run goes on with it. `media` are shown before the text, paths as they are.

        Raises Rejected where no reply can be used, ConfigurationError and PipelineError where the run can't go on.
        """
        problem = ""
        text = prompt.fill({name: neutral(value) for name, value in values.items()})
        said = json.dumps(example, ensure_ascii=False)
        for _ in range(TRIES):
            told = "\n\n" + AGAIN.format(problem=neutral(problem)) if problem else ""
            found = objects(self._reply(role, prompt, text + told, media, said))
            try:
                if not found:
                    raise ValueError("there is no JSON object in it")
                return read(found[-1])
            except ValueError as error:
                problem = str(error)
        raise Rejected("unusable reply", f"{role}, {prompt.name}: {problem}")

    def say(
        self,
        role: str,
        prompt: Prompt,
        values: Mapping[str, str],
        *,
        example: str,
        media: Media = (),
        raw: bool = False,
    ) -> str:
        """The text of a reply as it is. `raw` values are sent as they are: an instruction that the model is to follow
        is no data. Raises as `ask` does."""
        kept = dict(values) if raw else {name: neutral(value) for name, value in values.items()}
        return self._reply(role, prompt, prompt.fill(kept), media, example)

    def _reply(self, role: str, prompt: Prompt, text: str, media: Media, example: str) -> str:
        """A reply of the role's server; `example` is for those who have none (see `dry`)."""
        pictures = self._pictures(role, media)
        messages: list[dict[str, Any]] = [{"role": "system", "content": prompt.system}] if prompt.system else []
        messages.append({"role": "user", "content": [*pictures, {"type": "text", "text": text}] if pictures else text})
        tries = 0
        while True:
            tries += 1
            try:
                reply = self._client(role).complete(messages)
            except JudgeFailure as failure:
                self._count(failure, role)
                if not failure.again or tries == TRIES:
                    raise Rejected(failure.kind, _of(role, failure)) from None
            except ConfigurationError as error:
                raise ConfigurationError(_of(role, error)) from None
            else:
                self._lost = 0
                return reply

    def _count(self, failure: JudgeFailure, role: str) -> None:
        if failure.fatal:
            self._lost += 1
            if self._lost >= MOST_LOST:
                stopped = f"stopped after {self._lost} such requests; run again to go on"
                raise PipelineError(f"{_of(role, failure)}; {stopped}")

    def _client(self, role: str) -> Client:
        if role not in self.settings:
            raise PipelineError(f"role: {nearest(role, self.settings)}")
        return self.once(f"client {role}", lambda: Client(self.settings[role]))

    def _pictures(self, role: str, media: Media) -> list[dict[str, Any]]:
        """The parts of a message that show the files."""
        parts: list[dict[str, Any]] = []
        for path, video in media:
            try:
                found = shots(path, self.settings[role].frames, video=video)
            except VideoError as error:
                raise Rejected("unreadable media", error) from None
            if video and found:
                times = ", ".join(f"{shot.time:.1f}" for shot in found)
                parts.append({"type": "text", "text": f"The video in {len(found)} frames, at these seconds: {times}"})
            parts += [{"type": "image_url", "image_url": {"url": shot.url}} for shot in found]
        return parts


def _settings(role: str, environment: Mapping[str, str]) -> Settings:
    own = f"VCIF_{role.upper()}_"
    given = {PREFIX + name[len(own) :]: value for name, value in environment.items() if name.startswith(own)}
    passed = {name: environment[name] for name in ("OPENAI_API_KEY", "XDG_CACHE_HOME") if name in environment}
    try:
        settings = Settings.load(passed | given)
    except ConfigurationError as error:
        raise ConfigurationError(_of(role, error)) from None
    if not settings.model:
        raise ConfigurationError(f"no {role}: set {own}MODEL, and {own}BASE_URL and {own}API_KEY where it needs them")
    samples = role in ("answerer", "weak") and f"{own}CONFIG" not in environment
    return replace(settings, sampling=_ANSWERING) if samples else settings


def _of(role: str, error: Exception) -> str:
    """What the judge's client says, about this role."""
    return str(error).replace(PREFIX, f"VCIF_{role.upper()}_").replace("the judge", f"the {role}")
