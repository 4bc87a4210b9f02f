"""From verdicts to numbers: pure functions over the records of samples, without the harness and without the catalogue.

A record is the mapping that the harness logs per sample (`hooks.results` makes it), so a samples file alone gives every
number again. Of its fields these functions read, for both benchmarks, `id`, `verdicts` (as `records.Verdict.as_dict`,
each with its `category` or `dimension`), `answered`, `subset`, `language`, `task`, `task_category`, `k` and `cluster`;
for VCIFBench also

- `pair_id` and `option_order` ("AB" or "BA") of the two copies of a selection item, else "";
- `template` and `conflict` (as `records.ConflictVerdict.as_dict`) of a conflict item, which has no other verdicts;
- `input_tokens` and `output_words`, None where the harness does not know them.
"""
