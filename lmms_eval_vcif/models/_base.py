"""What our models for the harness share: they make text only, and take part in runs of several processes."""

from __future__ import annotations

import os

from accelerate import Accelerator
from lmms_eval.api.model import lmms


class TextOnly(lmms):
    """A model of the harness that needs no accelerator. Under torchrun or accelerate each process takes its share."""

    is_simple = True

    def __init__(self, batch_size: int | str = 1, max_batch_size: int | None = None, device: str | None = None) -> None:
        """The arguments are what the harness passes to every model; they change nothing here."""
        super().__init__()
        if int(os.environ.get("WORLD_SIZE", "1")) > 1:
            self.accelerator = Accelerator()
            self.device = self.accelerator.device
            self._rank = self.accelerator.process_index
            self._world_size = self.accelerator.num_processes

    def loglikelihood(self, requests):
        raise NotImplementedError(f"{type(self).__name__} makes text and has no likelihoods")

    def generate_until_multi_round(self, requests):
        raise NotImplementedError(f"{type(self).__name__} answers once")
