"""The harness's Qwen2.5-VL on several CPU processes: all is the stock class but the device.

The stock class asks for one GPU per process. This module is put on the path of a run with an entry point of its own.
"""

from unittest import mock

from accelerate import Accelerator
from lmms_eval.models.chat.qwen2_5_vl import Qwen2_5_VL
from lmms_eval.models.registry_v2 import ModelManifest

MANIFEST = ModelManifest("qwen2_5_vl_cpu", chat_class_path=f"{__name__}.Qwen2_5_VL_CPU")


class Qwen2_5_VL_CPU(Qwen2_5_VL):  # noqa: N801
    """Built as if alone, so that it takes the device that it is given; then it learns of the other processes."""

    def __init__(self, **kwargs):
        with mock.patch("lmms_eval.models.simple.qwen2_5_vl.Accelerator") as alone:
            alone.return_value.num_processes = 1
            super().__init__(**kwargs)
        self.accelerator = Accelerator()
        self._rank = self.accelerator.process_index
        self._world_size = self.accelerator.num_processes
