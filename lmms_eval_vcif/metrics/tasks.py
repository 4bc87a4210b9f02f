"""The task taxonomy of MM-IFEval-Pro: 24 subcategories in 4 categories. The list is this project's own."""

from __future__ import annotations

from collections.abc import Mapping

TASKS: Mapping[str, tuple[str, ...]] = {
    "perception": (
        "scene_description",
        "object_counting",
        "attribute_listing",
        "spatial_layout",
        "text_reading",
        "people_and_actions",
    ),
    "cognition": (
        "comparison",
        "classification",
        "emotion_and_mood",
        "style_identification",
        "knowledge_explanation",
        "anomaly_finding",
    ),
    "reasoning": ("cause_inference", "next_event", "purpose_inference", "estimation", "what_if", "plan_making"),
    "generation": ("story", "poem", "social_post", "product_copy", "dialogue", "report"),
}


def task_category(task: str) -> str:
    """The category of a task subcategory; "" for a task of the user's own."""
    return next((category for category, tasks in TASKS.items() if task in tasks), "")
