"""The one place that talks to the judge's server: the official client, bounded retries, one limit for the process."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..records import nearest
from .settings import PREFIX, ConfigurationError, Settings

logger = logging.getLogger(__name__)

NO_KEY = "none"
"""What is sent as the key where there is none: local servers ignore it, and the client insists on one."""

MOST_ADAPTATIONS = 4
"""How often a request is sent again without a parameter that the server says it does not take."""

RENAMED = {"max_tokens": "max_completion_tokens"}

CUT_OFF = "cut off"
"""The kind of a failure where the reply reached the bound on its length."""

NO_ANSWER = "no answer"
"""The kind of a failure where nobody answers at the address."""

KINDS = ("server failed", "timeout", NO_ANSWER, "refused", "empty reply", CUT_OFF)
"""The kinds of failures."""

CHECK_TOKENS = 256
"""What the reply to a check may take: room for a model that thinks first, and an end for one that rambles."""


class JudgeFailure(Exception):
    """The server gave no reply that can be read; the message is the cause. `again` says whether to ask once more now
    (the reply was refused, cut off or empty), and is false where all retries have been used; `fatal`, whether other
    requests will fail as well; `final`, whether this one will however often it is sent, which a check before the run
    takes for a wrong set-up; `kind` is the cause in a word or two, to count by."""

    def __init__(
        self,
        cause: str,
        *,
        kind: str = "server failed",
        again: bool = False,
        fatal: bool = False,
        final: bool = False,
    ):
        super().__init__(cause)
        self.kind = kind
        self.again = again
        self.fatal = fatal
        self.final = final or fatal


class Client:
    """Chat completions of one server, for any number of threads. Nothing is opened before the first request."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._refused: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self._opened: tuple[int, Any] | None = None

    def complete(
        self,
        messages: Sequence[Mapping[str, Any]],
        schema: Mapping[str, Any] | None = None,
        most_tokens: int | None = None,
    ) -> str:
        """The text of one reply, in the form of a JSON schema where one is given and the server takes it. `most_tokens`
        lowers the bound that the settings put on its length.

        Raises JudgeFailure with the cause, or ConfigurationError where no request can succeed.
        """
        openai = _library()
        with _limit(self.settings.base_url, self.settings.concurrency):
            for _ in range(MOST_ADAPTATIONS):
                try:
                    body = self._request(messages, schema, most_tokens)
                    # as `extra_body` it goes out as it is: the client would walk through every frame for what it may
                    # rename, for longer than all else that a request takes here, and refuse what only some servers know
                    create = self._openai().chat.completions.create
                    reply = create(model=self.settings.model, messages=[], extra_body=body)
                    if getattr(reply, "choices", None) is None:
                        raise self._no_completion(reply)
                    return _completion(reply)
                except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                    if not self._adapt(error, schema is not None):
                        raise self._failure(error) from None
                except openai.OpenAIError as error:
                    raise self._failure(error) from None
                except (ValueError, AttributeError, TypeError) as error:  # a body that is no chat completion
                    raise self._no_completion(error) from None
        raise JudgeFailure("the server refuses the request however it is put")

    def check(self) -> None:
        """Ask the server for one word. Raises ConfigurationError, saying what to set, where key, address or model are
        wrong or nobody answers; a server that is merely busy is logged; a reply that is cut off will do."""
        try:
            self.complete([{"role": "user", "content": "Reply with the single word: ready"}], None, CHECK_TOKENS)
        except JudgeFailure as failure:
            if failure.final:
                raise ConfigurationError(f"{failure}; {self._where()}") from None
            if failure.kind != CUT_OFF:
                logger.warning("the judge %r answered its check with: %s", self.settings.model, failure)

    def _openai(self) -> Any:
        """The shared client of this process: a forked one opens its own, since connections can't be shared."""
        with self._lock:
            if self._opened is None or self._opened[0] != os.getpid():
                client = _library().OpenAI(
                    base_url=self.settings.base_url,
                    api_key=self.settings.api_key or NO_KEY,
                    timeout=self.settings.timeout,
                    max_retries=self.settings.retries,
                )
                self._opened = (os.getpid(), client)
            return self._opened[1]

    def _request(
        self,
        messages: Sequence[Mapping[str, Any]],
        schema: Mapping[str, Any] | None,
        most_tokens: int | None,
    ) -> dict[str, Any]:
        request = {"model": self.settings.model, "messages": list(messages), **self.settings.sampling}
        for name in {*RENAMED, *RENAMED.values()} & set(request) if most_tokens else ():
            request[name] = min(most_tokens, request[name] or most_tokens)
        if schema is not None and self.settings.structured:
            request["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "schema": dict(schema), "strict": False},
            }
        for name in self._refused & set(request):
            value = request.pop(name)
            if name in RENAMED:
                request[RENAMED[name]] = value
        return request

    def _adapt(self, error: Any, structured: bool) -> bool:
        """Leave out from now on what the server says it does not take. Whether there was anything to leave out."""
        message = f"{getattr(error, 'param', None) or ''} {error}".lower()
        candidates = [*(["response_format"] if structured else []), *self.settings.sampling]
        spoken = {"response_format": ("response_format", "json_schema", "json schema", "guided", "grammar")}
        for name in candidates:
            if name not in self._refused and any(word in message for word in spoken.get(name, (name,))):
                with self._lock:
                    self._refused |= {name}
                logger.warning("the judge %r does not take %r; it is left out", self.settings.model, name)
                return True
        return False

    def _failure(self, error: Any) -> Exception:
        """What a failed request means for who asked: a wrong configuration, or a failure with its cause."""
        openai = _library()
        if isinstance(error, openai.AuthenticationError):
            return ConfigurationError(f"the judge's server refuses the key: set {PREFIX}API_KEY; {self._where()}")
        if isinstance(error, openai.NotFoundError) or _names_model(error):
            return ConfigurationError(f"{self._offered(error)}; {self._where()}")
        if isinstance(error, openai.APITimeoutError):
            tries = self.settings.retries + 1
            return JudgeFailure(f"no reply within {self.settings.timeout:g} s, in {tries} tries", kind="timeout")
        if isinstance(error, openai.APIConnectionError):
            cause = self._safe(error.__cause__ or error)
            return JudgeFailure(f"no answer from {self.settings.address}: {cause}", kind=NO_ANSWER, fatal=True)
        status = getattr(error, "status_code", None)
        said = f"status {status}" if status else type(error).__name__
        final = _is_final(status, error)
        fatal = final and status in (402, 403, 429)  # the account, and not the request
        return JudgeFailure(f"the judge's server failed ({said}): {self._safe(error)}", fatal=fatal, final=final)

    def _no_completion(self, reply: object) -> JudgeFailure:
        """The failure of a reply with another body: a page, or an error under a status that says all is well."""
        error = getattr(reply, "error", None)
        status = error.get("code") if isinstance(error, Mapping) else None
        said = self._safe(error or reply)
        final = not isinstance(status, int) or _is_final(status, error)
        return JudgeFailure(f"the server's reply is no chat completion: {said}", final=final)

    def _offered(self, error: Any) -> str:
        """What is wrong about a model or address that the server does not know, with the nearest model it has."""
        openai = _library()
        try:
            offered = [model.id for model in self._openai().models.list().data]
        except (openai.OpenAIError, ValueError, AttributeError, TypeError):
            return (
                f"{self.settings.address} knows no chat completions here: set {PREFIX}BASE_URL; it mostly ends in /v1"
            )
        if self.settings.model in offered:
            return f"the judge's server does not serve the request: {self._safe(error)}"
        return f"the judge's server has no such model; set {PREFIX}MODEL: {nearest(self.settings.model, offered)}"

    def _where(self) -> str:
        return f"the judge is {self.settings.model!r} at {self.settings.address} (see lmms_eval_vcif.judge.settings)"

    def _safe(self, error: object) -> str:
        """What an error says, shortened, without the key, also one in the address."""
        text = (str(error) or type(error).__name__).replace(self.settings.base_url, self.settings.address)
        if self.settings.api_key:
            text = text.replace(self.settings.api_key, "***")
        return " ".join(text.split())[:300]


def _is_final(status: int | None, error: object) -> bool:
    """Whether a failure stays however often the request is sent: not that of a server that is merely busy."""
    if status == 429:
        return "insufficient_quota" in f"{getattr(error, 'code', '')} {getattr(error, 'type', '')} {error}"
    return status is not None and 400 <= status < 500 and status not in (408, 409)


def _names_model(error: Any) -> bool:
    """Some servers answer 400 for a model that they do not have."""
    text = f"{getattr(error, 'code', None) or ''} {error}".lower()
    known = (
        "model_not_found",
        "model not exist",
        "model does not exist",
        "invalid model",
        "unknown model",
        "no such model",
    )
    return getattr(error, "status_code", None) in (400, 422) and any(phrase in text for phrase in known)


def _completion(reply: Any) -> str:
    """The text of a reply. Raises JudgeFailure where there is none, AttributeError for what is no completion."""
    if not reply.choices:
        raise JudgeFailure("the reply is empty", kind="empty reply", again=True)
    choice = reply.choices[0]
    text = choice.message.content
    if choice.finish_reason == "content_filter" or getattr(choice.message, "refusal", None):
        raise JudgeFailure(
            f"the judge refused: {getattr(choice.message, 'refusal', None) or 'content filter'}",
            kind="refused",
            again=True,
        )
    if choice.finish_reason == "length":
        raise JudgeFailure("the reply was cut off: raise sampling.max_tokens", kind=CUT_OFF, again=True)
    if not isinstance(text, str) or not text.strip():
        raise JudgeFailure("the reply is empty", kind="empty reply", again=True)
    return text


@cache
def _limit(base_url: str, concurrency: int) -> threading.BoundedSemaphore:
    """One limit per server for the whole process, however many judges are made."""
    return threading.BoundedSemaphore(concurrency)


def _library() -> Any:
    """The official client. Raises ConfigurationError where it is not installed."""
    try:
        import openai
    except ImportError:
        raise ConfigurationError("a judge needs the package openai: pip install 'lmms-eval-vcif[judge]'") from None
    return openai
