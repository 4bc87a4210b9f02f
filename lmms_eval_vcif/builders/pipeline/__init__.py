"""The frame of the builders that ask models: stages that turn records into rows, in a folder where a run can stop and
go on at any point.

A stage's work gets one record and `Tools`, asks models with prompts of its package, and gives the rows that go on or
raises `Rejected`. `run` works through stages; `preview` shows what they would ask and cost.
"""

from .dry import DryModels, Estimate, preview
from .models import ROLES, Models, PipelineError, Rejected
from .prompts import prompt
from .run import Pipeline, run
from .stage import Record, Rejection, Stage, Tools

__all__ = [
    "ROLES",
    "DryModels",
    "Estimate",
    "Models",
    "Pipeline",
    "PipelineError",
    "Record",
    "Rejected",
    "Rejection",
    "Stage",
    "Tools",
    "preview",
    "prompt",
    "run",
]
