"""Complex instruction following for vision-language models: VCIFBench and MM-IFEval-Pro on lmms-eval.

Read the rooms in this order: records, text, constraints, verifiers, verdicts, metrics, hooks; the rest builds on them.
Importing the package does nothing.
"""

from pathlib import Path as _Path

__version__ = "0.1.0"

# In a checkout the task folders lie beside the package, and a process started there (torchrun -m, pytest) imports the
# package from the working directory: without this its sub-package lmms_eval_vcif.tasks would not resolve.
if (_Path(__file__).parent.parent / "setup.cfg").is_file():
    __path__.append(str(_Path(__file__).parent.parent))
