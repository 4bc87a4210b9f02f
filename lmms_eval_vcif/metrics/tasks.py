"""The task taxonomies: 24 subcategories in 4 categories (MM-IFEval-Pro), 20 task types in 3 (VCIFBench)."""

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
"""The tasks of MM-IFEval-Pro by category. The list is this project's own."""

VCIFBENCH_TASKS: Mapping[str, tuple[str, ...]] = {
    "perception": ("emotion_recognition", "harmful_content_detection", "text_recognition"),
    "reasoning": (
        "event_sequencing",
        "state_change_detection",
        "temporal_query",
        "spatial_arrangement_description",
        "object_relationship",
        "cause_effect_identification",
        "counterfactual_reasoning",
        "predictive_reasoning",
    ),
    "expressive_generation": (
        "summarization",
        "tutorial_generation",
        "professional_writing",
        "practical_writing",
        "platform_copywriting",
        "role_play_response",
        "creative_writing",
        "style_transfer_rewriting",
        "point_of_view_reframing",
    ),
}
"""The task types of VCIFBench by category (table 9 of the paper)."""


def task_category(task: str) -> str:
    """The category of a task of either benchmark (no name is in both); "" for a task of the user's own."""
    both = (*TASKS.items(), *VCIFBENCH_TASKS.items())
    return next((category for category, tasks in both if task in tasks), "")
