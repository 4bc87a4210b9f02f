"""Scripts of animated clips: actors, what each looks like at the start, and events that change them over a time.

    title: A ball rolls behind a box
    seconds: 10
    backdrop: {wall: "#dfe8e6", floor: "#c2925f", horizon: 250}
    actors:
      ball: {thing: ball, at: [60, 300], size: 50, colour: "#c8392f"}
    events:
      - {when: [1, 4], what: A red ball rolls to the right., changes: {ball: {at: [500, 300]}}}

Coordinates and sizes are pixels of a picture of WIDTH by HEIGHT, times are seconds. Numbers, points and colours change
smoothly during `when`; everything else (texts, true and false) changes at its beginning. Actors are drawn in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from ...records import nearest

WIDTH, HEIGHT = 640, 360
SECONDS = (8, 20)
"""The shortest and the longest clip: at half a frame a second even the shortest shows several frames."""

RATES = (8, 30)
"""The fewest and the most frames per second: at 8, the shortest clip has 64 frames; a model class may need 32."""

SCRIPTS = Path(__file__).parent / "scripts"
"""The scripts that come with the package."""

_FIELDS = ("title", "seconds", "fps", "backdrop", "actors", "events")


class ScriptError(ValueError):
    """A script that can't be filmed; the message names the file, the field and what would be right."""


@dataclass(frozen=True)
class Event:
    """What happens from `start` to `end` (seconds), in words, and the properties that each actor has at the end."""

    start: float
    end: float
    what: str
    changes: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Script:
    """A clip before it is drawn. `actors`: their properties at the start, by name, in the order of drawing."""

    name: str
    title: str
    seconds: float
    backdrop: Mapping[str, Any]
    actors: Mapping[str, Mapping[str, Any]]
    events: tuple[Event, ...]
    fps: int = 12

    @classmethod
    def load(cls, path: str | Path) -> Script:
        """Read a script from a YAML file, which names the clip. Raises ScriptError."""
        path = Path(path)
        try:
            data = yaml.safe_load(path.read_text(encoding="utf-8"))
            return cls.parse(path.stem, data)
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise ScriptError(f"{path}: {error}") from None
        except ScriptError as error:
            raise ScriptError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, name: str, data: Any) -> Script:
        """A script from its mapping. Raises ScriptError."""
        if not isinstance(data, Mapping):
            raise ScriptError(f"a script is a mapping, not {data!r:.60}")
        for field in data:
            if field not in _FIELDS:
                raise ScriptError(nearest(field, _FIELDS))
        seconds = _number("seconds", data.get("seconds"), SECONDS)
        actors = data.get("actors")
        if not isinstance(actors, Mapping) or not all(isinstance(a, Mapping) and "thing" in a for a in actors.values()):
            raise ScriptError("actors: a mapping of names to properties is required, each with its `thing`")
        script = cls(
            name=name,
            title=str(data.get("title") or name),
            seconds=seconds,
            fps=int(_number("fps", data.get("fps", 12), RATES)),
            backdrop=data.get("backdrop") or {},
            actors=actors,
            events=tuple(_event(i, value, seconds, actors) for i, value in enumerate(data.get("events") or ())),
        )
        script._check_overlaps()
        return script

    @property
    def frames(self) -> int:
        """How many frames the clip has."""
        return round(self.seconds * self.fps)

    def at(self, time: float) -> dict[str, dict[str, Any]]:
        """The properties of every actor at a time, by name."""
        state = {name: dict(properties) for name, properties in self.actors.items()}
        for event in self._in_order:
            if time < event.start:
                break
            share = 1.0 if time >= event.end else (time - event.start) / (event.end - event.start)
            for name, changes in event.changes.items():
                for field, target in changes.items():
                    state[name][field] = _between(state[name].get(field), target, _eased(share))
        return state

    def as_dict(self) -> dict[str, Any]:
        """What is written beside the clip: its measures and its events, in order of time."""
        events = [{"start": event.start, "end": event.end, "what": event.what} for event in self._in_order]
        measures = {"seconds": self.seconds, "fps": self.fps, "width": WIDTH, "height": HEIGHT}
        return {"name": self.name, "title": self.title, **measures, "events": events}

    @cached_property
    def _in_order(self) -> list[Event]:
        return sorted(self.events, key=lambda event: event.start)

    def _check_overlaps(self) -> None:
        """A property is changed by one event at a time. Raises ScriptError."""
        busy: dict[tuple[str, str], Event] = {}
        for event in self._in_order:
            for name, changes in event.changes.items():
                for field in changes:
                    before = busy.get((name, field))
                    if before is not None and event.start < before.end:
                        raise ScriptError(
                            f"events: {event.what!r} changes {name}.{field} while {before.what!r} still does"
                        )
                    busy[name, field] = event


def _event(index: int, value: Any, seconds: float, actors: Mapping[str, Any]) -> Event:
    where = f"events[{index}]"
    if not isinstance(value, Mapping) or set(value) - {"when", "what", "changes"} or not value.get("what"):
        raise ScriptError(f"{where}: when, what and changes are required, not {value!r:.80}")
    when = value.get("when")
    if not isinstance(when, Sequence) or len(when) != 2 or not 0 <= when[0] < when[1] <= seconds:
        raise ScriptError(f"{where}.when: two times from 0 to {seconds:g}, the earlier first, not {when!r:.60}")
    changes = value.get("changes") or {}
    for name, properties in changes.items():
        if name not in actors:
            raise ScriptError(f"{where}.changes: {nearest(name, actors)}")
        for field in properties:
            if field not in actors[name]:
                raise ScriptError(
                    f"{where}.changes.{name}: {field!r} has no value at the start; actors.{name} needs one"
                )
    return Event(float(when[0]), float(when[1]), str(value["what"]), changes)


def _number(field: str, value: Any, bounds: tuple[float, float]) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not bounds[0] <= value <= bounds[1]:
        raise ScriptError(f"{field}: a number from {bounds[0]:g} to {bounds[1]:g} is required, not {value!r:.60}")
    return float(value)


def _eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def _between(old: Any, new: Any, share: float) -> Any:
    if share >= 1.0:
        return new
    if _is_number(old) and _is_number(new):
        return old + (new - old) * share
    if isinstance(old, Sequence) and not isinstance(old, str) and all(map(_is_number, old)):
        return [a + (b - a) * share for a, b in zip(old, new, strict=True)]
    if _is_colour(old) and _is_colour(new):
        channels = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (old, new)]
        return "#" + "".join(f"{round(channel):02x}" for channel in _between(*channels, share))
    return new


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 7 and value.startswith("#")
