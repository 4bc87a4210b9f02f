"""One picture of a script at one moment: the backdrop, then each actor by its thing."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from ...records import nearest
from ..scenes import figures, things
from ..scenes.canvas import Canvas, shade
from . import flat, kitchen, street
from .script import HEIGHT, WIDTH, Script, ScriptError

THINGS: Mapping[str, Callable[..., Any]] = {
    **{f.__name__: f for f in (things.teddy, things.globe, things.camera, things.apple, things.pan, things.plant)},
    **{f.__name__: f for f in (things.bottle, things.book_pile, things.vase, figures.tree, figures.person)},
    **flat.THINGS,
    **kitchen.THINGS,
    **street.THINGS,
}
"""What an actor can be, by name. Every function draws on a canvas from properties given by keyword."""

_BACKDROP = {"wall": "#dfe8e6", "floor": "#c2925f", "horizon": 260, "shelves": ()}


def draw(script: Script, state: Mapping[str, Mapping[str, Any]]) -> Image.Image:
    """The picture of a script whose actors have these properties. Raises ScriptError for a thing or property that
    there is not."""
    canvas = _backdrop(script.backdrop)
    for name, properties in state.items():
        if properties.get("shown", True):
            _draw(canvas, name, properties)
    return canvas.image()


def _backdrop(given: Mapping[str, Any]) -> Canvas:
    for field in given:
        if field not in _BACKDROP:
            raise ScriptError(f"backdrop: {nearest(field, _BACKDROP)}")
    look = {**_BACKDROP, **given}
    canvas = Canvas(WIDTH, HEIGHT, look["wall"])
    canvas.rect((0, look["horizon"], WIDTH, HEIGHT), look["floor"])
    for y in look["shelves"]:
        canvas.rect((30, y, WIDTH - 30, y + 12), "#a9764a")
        canvas.rect((30, y + 12, WIDTH - 30, y + 16), shade("#a9764a", 0.7))
    return canvas


def _draw(canvas: Canvas, name: str, properties: Mapping[str, Any]) -> None:
    thing = properties["thing"]
    if thing not in THINGS:
        raise ScriptError(f"actors.{name}.thing: {nearest(thing, THINGS)}")
    function = THINGS[thing]
    given = {field: value for field, value in properties.items() if field not in ("thing", "shown")}
    known = [field for field in inspect.signature(function).parameters if field != "canvas"]
    for field in given:
        if field not in known:
            raise ScriptError(f"actors.{name}: {nearest(field, known)}")
    try:
        function(canvas, **given)
    except (TypeError, ValueError, KeyError) as error:
        raise ScriptError(f"actors.{name}: {error}") from None
