"""MM-IFEval-Pro's normal rows made with models, in the paper's four stages: pictures are selected, tasks assigned,
constraints sampled and composed, and the rows inspected by having them answered.

`plan` gives the pipeline; see `builders.pipeline` for how it runs.
"""

from .build import ROLES, Options, plan

__all__ = ["ROLES", "Options", "plan"]
