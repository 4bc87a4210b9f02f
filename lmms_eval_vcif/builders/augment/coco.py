"""Objects from annotations in the forms of COCO (instances, panoptic, detection results) and RefCOCO.

A category is a name for an object only where the picture holds one of it, so several are refused; categories that a
fully annotated picture does not hold give absent objects. RefCOCO's references (a JSON list, or its pickle of plain
values) take their boxes from the instances that they name.
"""

from __future__ import annotations

import io
import pickle
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from ...data.problems import DataError
from ...data.readers import parse_json
from .targets import Found, Target, Unusable, checked, name_of, numbers_of, picture_name, picture_size

REQUIRED = ("images", "annotations", "categories")


@cache
def chinese_names() -> dict[str, str]:
    """The Chinese names of COCO's 80 things."""
    return yaml.safe_load((files(__package__) / "names.yml").read_bytes())


class Coco:
    """A file of annotations with its pictures and categories by id. Raises DataError where it is no such file."""

    def __init__(self, path: Path, images: Path):
        self.name, self.folder = path.name, images
        value = load(path)
        if not isinstance(value, Mapping) or not all(isinstance(value.get(name), list) for name in REQUIRED):
            raise DataError(f"{path}: annotations of COCO are an object with the lists {', '.join(REQUIRED)}")
        licenses = _by_id(value.get("licenses"))
        self.images = _by_id(value["images"])
        self.licenses = {
            key: licenses.get(_id(image, "license"), {}).get("name", "") for key, image in self.images.items()
        }
        self.categories = _by_id(value["categories"])
        self.annotations = list(_flat(value["annotations"]))

    def target(self, annotation: Mapping[str, Any] | None, image_id: Any, text: Any, language: str) -> Target:
        """The target that an annotation is under a name; an absent one without an annotation. Raises Unusable."""
        image = self.images.get(image_id)
        if image is None:
            raise Unusable("no picture", f"image_id {image_id!r:.40} is not listed")
        name = picture_name(image.get("file_name"))
        width, height = picture_size(self.folder, name, image.get("width"), image.get("height"))
        box = None if annotation is None else numbers_of(annotation.get("bbox") or "none")
        credit = {"source": "COCO", "source_id": str(image_id), "license": self.licenses[image_id]}
        size = {"width": width, "height": height}
        return Target(image=name, language=language, text=name_of(text), box=box, box_layout="xywh", **size, **credit)


def _id(entry: Any, field: str = "id") -> int | str | None:
    """An id of an entry; None where there is none that could be one."""
    value = entry.get(field) if isinstance(entry, Mapping) else None
    return value if isinstance(value, (int, str)) else None


def _by_id(entries: Any) -> dict[Any, Mapping[str, Any]]:
    listed = entries if isinstance(entries, list) else []
    return {_id(entry): entry for entry in listed if _id(entry) is not None}


def load(path: Path) -> Any:
    """The value of a JSON file, or of a pickle that holds plain values only. Raises DataError."""
    try:
        content = path.read_bytes()
        return parse_json(content) if path.suffix == ".json" else _plain_pickle(content)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None


def _plain_pickle(content: bytes) -> Any:
    try:
        return _PlainUnpickler(io.BytesIO(content), encoding="utf-8", errors="replace").load()
    except Exception as error:  # a pickle can fail in any way
        raise ValueError(f"no pickle of plain values: {error}") from None


class _PlainUnpickler(pickle.Unpickler):
    """Lists, dictionaries, strings and numbers; nothing in a file can name code to be run."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"it names {module}.{name}")


def _flat(annotations: Sequence[Any]) -> Iterator[Any]:
    """Annotations one object each: panoptic ones hold those of a picture together."""
    for annotation in annotations:
        if isinstance(annotation, Mapping) and isinstance(annotation.get("segments_info"), list):
            yield from (segment | {"image_id": annotation.get("image_id")} for segment in annotation["segments_info"])
        else:
            yield annotation


def read_instances(
    path: Path, images: Path, languages: Sequence[str], absent: float, rng: random.Random
) -> Iterator[Found]:
    """The objects of a file of COCO annotations, languages in turn, and absent ones: so many for each that is there."""
    coco = Coco(path, images)
    kinds: dict[Any, Counter] = defaultdict(Counter)
    for annotation in coco.annotations:
        kinds[_id(annotation, "image_id")][_id(annotation, "category_id")] += 1
    turn, used = 0, Counter()
    for number, annotation in enumerate(coco.annotations):
        language = languages[turn % len(languages)]
        try:
            target = _instance(coco, annotation, kinds, language, languages)
        except Unusable as error:
            yield f"{coco.name}: annotations[{number}]", error
            continue
        turn += 1
        used[_id(annotation, "image_id")] += 1
        yield f"{coco.name}: annotations[{number}]", target
    for image_id, count in used.items():
        held = kinds[image_id]
        free = sorted(key for key, entry in coco.categories.items() if _is_thing(entry) and not held[key])
        wanted = min(len(free), int(count * absent + rng.random()))
        for key in rng.sample(free, wanted):
            language = languages[turn % len(languages)]
            turn += 1
            name = _named(coco.categories[key], language)
            yield f"{coco.name}: image {image_id}", coco.target(None, image_id, name, language)


def _instance(coco: Coco, annotation: Any, kinds: Mapping, language: str, languages: Sequence[str]) -> Target:
    if not isinstance(annotation, Mapping):
        raise Unusable("unreadable", f"an annotation is an object, not {annotation!r:.60}")
    image_id, category_id = _id(annotation, "image_id"), _id(annotation, "category_id")
    category = coco.categories.get(category_id)
    if category is None:
        raise Unusable("no name", f"category_id {annotation.get('category_id')!r:.40} is not listed")
    if annotation.get("iscrowd"):
        raise Unusable("a crowd", str(category.get("name")))
    if not _is_thing(category):
        raise Unusable("no thing", str(category.get("name")))
    if kinds[image_id][category_id] > 1:
        raise Unusable("several of this kind", str(category.get("name")))
    target = coco.target(annotation, image_id, _named(category, language), language)
    return checked(target, languages)


def _is_thing(category: Mapping[str, Any]) -> bool:
    return bool(category.get("isthing", 1)) and str(category.get("name")) in chinese_names()


def _named(category: Mapping[str, Any], language: str) -> str:
    return chinese_names()[category["name"]] if language == "zh" else category["name"]


def read_expressions(path: Path, instances: Path, images: Path, languages: Sequence[str]) -> Iterator[Found]:
    """The references of RefCOCO, one target a sentence, with the boxes of the instances that they name.

    Generated expressions ({``predictions``: [{``sent``, ``ref_id``}]}) have no box of their own and are refused.
    """
    coco = Coco(instances, images)
    boxes = _by_id(coco.annotations)
    value = load(path)
    refs = value.get("predictions") if isinstance(value, Mapping) else value
    if not isinstance(refs, list):
        raise DataError(f"{path}: references are a list of objects with ann_id, image_id and sentences")
    for number, ref in enumerate(refs):
        sentences = ref.get("sentences") if isinstance(ref, Mapping) else None
        for place, sentence in enumerate(sentences if isinstance(sentences, list) else [None]):
            where = f"{path.name}: [{number}].sentences[{place}]"
            try:
                yield where, checked(_expression(coco, boxes, ref, sentence), languages)
            except Unusable as error:
                yield where, error


def _expression(coco: Coco, boxes: Mapping[Any, Any], ref: Any, sentence: Any) -> Target:
    if not isinstance(ref, Mapping):
        raise Unusable("unreadable", f"a reference is an object, not {ref!r:.60}")
    annotation = boxes.get(_id(ref, "ann_id"))
    if annotation is None:
        raise Unusable("no box", f"ann_id {ref.get('ann_id')!r:.40} is not among the instances")
    text = sentence.get("sent") or sentence.get("raw") if isinstance(sentence, Mapping) else None
    return coco.target(annotation, _id(annotation, "image_id"), text, "en")
