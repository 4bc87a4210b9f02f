"""All settings of the judge, in one place: the environment, and a small YAML file that it names.

| variable | key of the file | meaning | without it |
|---|---|---|---|
| VCIF_JUDGE_MODEL | model | the judge's name at its server | no judge: judged constraints stay unjudged |
| VCIF_JUDGE_BASE_URL | base_url | the OpenAI-compatible endpoint, ending in /v1 | https://api.openai.com/v1 |
| VCIF_JUDGE_API_KEY | never | the key; OPENAI_API_KEY serves for api.openai.com only | none is sent |
| VCIF_JUDGE_CONFIG | | the path of the file | no file |
| VCIF_JUDGE_CACHE | cache | the folder of stored judgements | the user's cache folder |
| VCIF_JUDGE_RECORDED | recorded | files of recorded judgements, read after the cache | none |
| VCIF_JUDGE_CHECK | check | 1 or 0: ask the server one word when a task is loaded | 1 |
| VCIF_JUDGE_CONCURRENCY | concurrency | requests at a time, in one process | 32 |
| | timeout | seconds that a request waits without a sign of life from the server | 120 |
| | retries | further tries of a request that failed on the way | 4 |
| | structured | whether a JSON schema goes with a request | true |
| | sampling | what goes into the request, such as temperature, max_tokens, seed | temperature 0, max_tokens 4096 |
| | frames | fps, max_frames (0: text alone), max_side (pixels), quality (JPEG, 1 to 95) | 0.5, 32, 768, 85 |

The environment wins over the file; relative paths in the file start at its folder. With recorded judgements and no
model, the model and its settings are those of the recording, and no server is asked.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ..records import nearest

PREFIX = "VCIF_JUDGE_"
OPENAI = "https://api.openai.com/v1"
HOW_TO = f"set {PREFIX}MODEL, and {PREFIX}BASE_URL and {PREFIX}API_KEY where the judge needs them"
"""What a person without a judge is told."""


_VARIABLES = ("model", "base_url", "cache", "recorded", "check", "concurrency")
_CREDENTIALS = re.compile(r"^(\w+://)?[^/@]*@")


class ConfigurationError(ValueError):
    """The judge can't be used as it is set up; the message says what to set. Trying again does not help."""


@dataclass(frozen=True)
class FrameBudget:
    """What is shown of a video: frames per second, at most `max_frames` of them, the longer side at most `max_side`
    pixels, as JPEG of `quality`. The side also holds for pictures. With `max_frames` 0 no file is opened, and a
    judge that reads text only is shown neither frames nor pictures."""

    fps: float = 0.5
    max_frames: int = 32
    max_side: int = 768
    quality: int = 85

    BOUNDS = {"fps": (0.001, 60), "max_frames": (0, 10_000), "max_side": (16, 16_384), "quality": (1, 95)}

    @property
    def text_only(self) -> bool:
        """Whether nothing is shown at all."""
        return self.max_frames == 0


@dataclass(frozen=True)
class Settings:
    """How the judge is reached and asked. The key is neither shown nor compared nor stored. `timeout` is in seconds
    without a sign of life: a reply that keeps dripping in is waited for."""

    model: str = ""
    base_url: str = field(default=OPENAI, repr=False)
    api_key: str = field(default="", repr=False)
    sampling: Mapping[str, Any] = field(default_factory=lambda: {"temperature": 0, "max_tokens": 4096})
    structured: bool = True
    concurrency: int = 32
    timeout: float = 120.0
    retries: int = 4
    frames: FrameBudget = FrameBudget()
    cache: Path = Path()
    recorded: tuple[Path, ...] = ()
    check: bool = True

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of the environment and the file it names. Raises ConfigurationError naming variable or key."""
        environment = os.environ if environment is None else environment
        _refuse_unknown(environment)
        values = _from_file(environment.get(f"{PREFIX}CONFIG"))
        for name in _VARIABLES:
            if text := environment.get(f"{PREFIX}{name.upper()}", "").strip():
                values[name] = (f"{PREFIX}{name.upper()}", _from_text(name, text))
        read = {name: _READERS[name](where, value) for name, (where, value) in values.items()}
        base_url = read.setdefault("base_url", OPENAI)
        read.setdefault("cache", default_cache(environment))
        return cls(**read, api_key=_key(environment, base_url))

    @property
    def address(self) -> str:
        """The address as it may be shown: without what stands before an @ in it, which may be a key."""
        return _shown(self.base_url)

    @property
    def configured(self) -> bool:
        """Whether there is a judge, or a recording of one."""
        return bool(self.model or self.recorded)


def decisive(sampling: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that could change a judgement. The bound on the reply's length can't: what was cut off is not
    stored."""
    return {name: value for name, value in sampling.items() if name not in ("max_tokens", "max_completion_tokens")}


def default_cache(environment: Mapping[str, str] | None = None) -> Path:
    """The folder of the user's caches on this platform, and ours in it."""
    environment = os.environ if environment is None else environment
    if sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "lmms-eval-vcif" / "judge"


def _key(environment: Mapping[str, str], base_url: str) -> str:
    """The key for this server: OPENAI_API_KEY is for OpenAI alone, and is never sent to another host."""
    own = environment.get(f"{PREFIX}API_KEY", "").strip()
    return own or (environment.get("OPENAI_API_KEY", "").strip() if base_url == OPENAI else "")


def _shown(address: str) -> str:
    """An address without what stands before an @ in it."""
    return _CREDENTIALS.sub(r"\1***@", address)


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """A mistyped variable would be ignored in silence."""
    known = [PREFIX + name.upper() for name in (*_VARIABLES, "api_key", "config")]
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable not in known and value.strip():
            name = variable.removeprefix(PREFIX).lower()
            if name in _READERS:
                raise ConfigurationError(f"{variable}: {name} stands in the file that {PREFIX}CONFIG names")
            raise ConfigurationError(nearest(variable, known))


def _from_file(path: str | None) -> dict[str, tuple[str, Any]]:
    """The values of the file by key, each with where it stands."""
    if not path:
        return {}
    import yaml

    file = Path(path).expanduser()
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{PREFIX}CONFIG: {file} can't be read: {error}") from None
    if not isinstance(data, Mapping):
        raise ConfigurationError(f"{file}: a mapping of settings is required")
    for name in data:
        if str(name).lower() in ("api_key", "key"):
            raise ConfigurationError(f"{file}: {name}: the key is never read from a file; set {PREFIX}API_KEY")
        if name not in _READERS:
            raise ConfigurationError(f"{file}: {nearest(name, _READERS)}")
    found = {name: (f"{file}: {name}", value) for name, value in data.items()}
    for name in ("cache", "recorded"):
        if name in data:
            where, value = found[name]
            paths = value if name == "recorded" and isinstance(value, list) else [value]
            placed = [str(file.parent / Path(_string(where, path)).expanduser()) for path in paths]
            found[name] = (where, placed if name == "recorded" else placed[0])
    return found


def _from_text(name: str, text: str) -> Any:
    if name == "recorded":
        return text.split(os.pathsep)
    if name == "check":
        return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(text.lower(), text)
    if name == "concurrency":
        return int(text) if text.isdigit() else text
    return text


def _string(where: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ConfigurationError(f"{where}: a string is required, not {value!r:.80}")
    return value.strip()


def _url(where: str, value: Any) -> str:
    url = _string(where, value).rstrip("/").removesuffix("/chat/completions")
    if not url.startswith(("http://", "https://")):
        raise ConfigurationError(f"{where}: an address that begins with http:// or https://, not {_shown(url)!r:.80}")
    return url


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigurationError(f"{where}: yes or no (1 or 0) is required, not {value!r:.80}")
    return value


def _number(low: float, high: float, *, whole: bool):
    def read(where: str, value: Any) -> Any:
        fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not fits or not low <= value <= high:
            kind = "a whole number" if whole else "a number"
            raise ConfigurationError(f"{where}: {kind} from {low:g} to {high:g} is required, not {value!r:.80}")
        return value

    return read


def _sampling(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ConfigurationError(f"{where}: a mapping such as {{temperature: 0}} is required, not {value!r:.80}")
    for name, item in value.items():
        if not isinstance(name, str):
            raise ConfigurationError(f"{where}: a name of a parameter is a string, not {name!r:.80}")
        if name in ("model", "messages", "response_format", "stream", "n"):
            raise ConfigurationError(f"{where}.{name}: is not for the settings to say")
        try:
            json.dumps(item, allow_nan=False)
        except (ValueError, TypeError):
            raise ConfigurationError(f"{where}.{name}: a value that JSON can hold, not {item!r:.80}") from None
    return dict(value)


def _frames(where: str, value: Any) -> FrameBudget:
    if not isinstance(value, Mapping):
        raise ConfigurationError(f"{where}: a mapping such as {{fps: 0.5}} is required, not {value!r:.80}")
    names = [item.name for item in fields(FrameBudget)]
    for name in value:
        if name not in names:
            raise ConfigurationError(f"{where}: {nearest(name, names)}")
    read = {
        name: _number(*FrameBudget.BOUNDS[name], whole=name != "fps")(f"{where}.{name}", item)
        for name, item in value.items()
    }
    return FrameBudget(**read)


def _paths(where: str, value: Any) -> tuple[Path, ...]:
    paths = tuple(Path(_string(where, item)).expanduser() for item in ([value] if isinstance(value, str) else value))
    for path in paths:
        if not path.is_file():
            raise ConfigurationError(f"{where}: {path}: no such file")
    return paths


_READERS = {
    "model": _string,
    "base_url": _url,
    "sampling": _sampling,
    "structured": _flag,
    "concurrency": _number(1, 1000, whole=True),
    "timeout": _number(0.01, 86_400, whole=False),
    "retries": _number(0, 20, whole=True),
    "frames": _frames,
    "cache": lambda where, value: Path(_string(where, value)).expanduser(),
    "recorded": _paths,
    "check": _flag,
}
