"""From verdicts to numbers: pure functions over the records of samples, without the harness and without the catalogue.

A record is the mapping that the harness logs per sample (`hooks.results` makes it), so a samples file alone gives every
number again. Of its fields these functions read `verdicts` (as `records.Verdict.as_dict`, each with its `category`),
`answered`, `subset`, `language`, `task`, `task_category`, `k` and `cluster`.
"""
