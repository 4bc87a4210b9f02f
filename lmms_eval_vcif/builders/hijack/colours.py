"""Pairs of background and text colours with enough contrast to be read by anybody (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

import colorsys
import random

Colour = tuple[int, int, int]

MIN_CONTRAST = 4.5


def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0 (black) to 1 (white), as WCAG defines it."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def draw_pair(rng: random.Random) -> tuple[Colour, Colour]:
    """A background and a text colour, dark on light or light on dark, with a contrast of at least MIN_CONTRAST."""
    while True:
        light = _colour(rng, rng.uniform(0.78, 1.0), rng.uniform(0.1, 0.9))
        dark = _colour(rng, rng.uniform(0.03, 0.34), rng.uniform(0.1, 0.9))
        if contrast(light, dark) >= MIN_CONTRAST:
            return (light, dark) if rng.random() < 0.6 else (dark, light)


def _colour(rng: random.Random, lightness: float, saturation: float) -> Colour:
    red, green, blue = colorsys.hls_to_rgb(rng.random(), lightness, saturation)
    return round(red * 255), round(green * 255), round(blue * 255)
