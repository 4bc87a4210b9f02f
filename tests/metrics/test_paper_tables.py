"""Each table and figure of the VCIFBench paper that holds results can be filled from records; values are by hand."""

import pytest

from lmms_eval_vcif.metrics import conflict, interactions, option_order, vcifbench
from lmms_eval_vcif.metrics.agreement import agree, complete_agreement, fleiss_kappa, majority
from lmms_eval_vcif.metrics.comparison import compare
from lmms_eval_vcif.metrics.metric import Share

from .vcif_records import conflict as conflict_item
from .vcif_records import copies, record


def run(samples, pairs, conflicts):
    """The records of a run: the first base sample took half the tokens and words of the others."""
    records = [
        record(id_, text, input_tokens=2000 if index else 1000, output_words=80 if index else 40)
        for index, (id_, text) in enumerate(samples.items())
    ]
    for pair, (first, second) in pairs.items():
        shown, swapped = copies(pair, first, second, input_tokens=2000, output_words=80)
        records += [shown, {**swapped, "input_tokens": 9999, "output_words": 9999}]
    return records + [conflict_item(template, template, *decided) for template, decided in conflicts.items()]


ALPHA = run(
    {
        "s1": "word_count+ tone+",
        "s2": "csv- chronological+",
        "s3": "word_count+ tone+ summarize-",
        "s4": "word_count- csv- tone+ rhetoric+ summarize- chronological+",
        "s5": "word_count+ csv+ tone+ rhetoric+ content_inclusion+ chronological+",
    },
    {
        "p1": ("selection_accuracy+ plain_text+", "selection_accuracy+ plain_text-"),
        "p2": ("selection_accuracy- plain_text-", "selection_accuracy+ plain_text+"),
    },
    {"csv_json": ("bls",), "case_exact_word": ("b", "wrong_localization")},
)
BETA = run(
    {
        "s1": "word_count- tone+",
        "s2": "csv- chronological-",
        "s3": "word_count+ tone- summarize-",
        "s4": "word_count- csv- tone- rhetoric- summarize- chronological+",
        "s5": "word_count- csv+ tone+ rhetoric- content_inclusion- chronological+",
    },
    {
        "p1": ("selection_accuracy+ plain_text+", "selection_accuracy- plain_text+"),
        "p2": ("selection_accuracy- plain_text+", "selection_accuracy- plain_text+"),
    },
    {"csv_json": ("B", "blind"), "case_exact_word": ("b", "wrong_localization")},
)
RUNS = {"alpha": ALPHA, "beta": BETA}
BOTH = ALPHA + BETA


def line(records, *names):
    found = vcifbench.rates(records)
    return [found[name] for name in names]


def near(*values):
    return [pytest.approx(value) for value in values]


DIMENSIONS = ("cpr_format", "cpr_content", "cpr_style", "cpr_structure")


def test_table_1_main_results_with_severity():
    names = ("ipr", "cpr", *DIMENSIONS, "near_miss", "violations")
    assert line(ALPHA, *names) == near(3 / 7, 16 / 23, 5 / 9, 2 / 5, 6 / 6, 3 / 3, 2 / 4, 7 / 4)
    assert line(BETA, *names) == near(1 / 7, 9 / 23, 4 / 9, 1 / 5, 2 / 6, 2 / 3, 2 / 6, 14 / 6)


def test_table_2_option_order():
    assert option_order.counts(ALPHA) == option_order.OptionOrder(both=1, either=2, pairs=2, open=0)
    assert option_order.counts(BETA) == option_order.OptionOrder(both=0, either=1, pairs=2, open=0)


def test_table_3_few_and_many_constraints():
    found = {type_: (mix.low.rate, mix.high.rate, mix.drop) for type_, mix in interactions.mixes(BOTH).items()}
    assert found["word_count"] == (3 / 4, 1 / 4, 1 / 2)
    assert found["tone"] == (3 / 4, 3 / 4, 0.0)
    assert found["csv"] == (0 / 2, 2 / 4, -1 / 2)
    assert found["summarize"] == (0 / 2, 0 / 2, 0.0)


def test_table_4_and_figure_4_visual_budget():
    """A setting is a run of its own."""
    names = ("ipr", "cpr", "cpr_content", "input_tokens", "output_words")
    assert line(ALPHA, *names) == near(3 / 7, 16 / 23, 2 / 5, 13000 / 7, 520 / 7)


def test_table_5_two_runs_beside_each_other():
    macro = {
        "alpha": (3 / 4 + 1 / 3 + 1 / 2 + 0 + 1 + 1 / 2 + 1 + 1 + 1) / 9,
        "beta": (1 / 4 + 1 / 3 + 1 + 0 + 0 + 1 / 2 + 1 / 2 + 0 + 2 / 3) / 9,
    }
    gains = {"ipr": 2 / 7, "cpr": 7 / 23, "cpr_macro": macro["alpha"] - macro["beta"]}
    gains |= dict(zip(DIMENSIONS, (1 / 9, 1 / 5, 4 / 6, 1 / 3), strict=True))
    for name, gain in gains.items():
        found = compare(vcifbench.METRICS[name], BETA, ALPHA, resamples=50)
        assert found.difference == pytest.approx(gain), name
        assert found.difference == pytest.approx(line(ALPHA, name)[0] - line(BETA, name)[0])
    assert line(ALPHA, "cpr_macro") == near(macro["alpha"])


def test_table_7_conflict_templates():
    found = conflict.templates(BOTH)
    assert {name: (t.strict.rate, t.blind.rate, t.main_failure) for name, t in found.items()} == {
        "case_exact_word": (0.0, 0.0, "wrong_localization"),
        "csv_json": (0.5, 0.5, "blind"),
    }


def test_table_8_judge_and_people():
    people = [(1, 1, 1), (1, 1, 0), (0, 0, 0), (1, 1, 1)]
    judge = [1, 0, 0, 1]
    found = agree(judge, [majority(labels) for labels in people])
    # agreement 3/4; by chance 1/2 * 3/4 + 1/2 * 1/4; labels: five of eight are 1
    assert (found.n, found.agreement, found.kappa, found.pabak) == (4, 0.75, pytest.approx(0.5), pytest.approx(0.5))
    assert found.ac1 == pytest.approx((3 / 4 - 15 / 32) / (17 / 32))
    assert complete_agreement(people) == 3 / 4
    # of twelve pairs of labels ten agree; eight of twelve labels are 1
    assert fleiss_kappa(people) == pytest.approx((10 / 12 - 5 / 9) / (4 / 9))


def test_figure_3_ipr_by_number_of_constraints():
    assert vcifbench.ipr_by(BOTH, "k") == {2: Share(3 / 8, 8), 3: Share(0.0, 2), 6: Share(1 / 4, 4)}
    assert vcifbench.ipr_by(ALPHA, "k") == {2: Share(2 / 4, 4), 3: Share(0.0, 1), 6: Share(1 / 2, 2)}


def test_figure_5_conflict_rates():
    names = ("conflict_basic", "conflict_localized", "conflict_strict", "conflict_blind")
    assert line(ALPHA, *names) == [1.0, 0.5, 0.5, 0.0]
    assert line(BETA, *names) == [0.5, 0.0, 0.0, 0.5]


def test_figure_6_constraints_per_instruction():
    assert vcifbench.sizes(ALPHA) == {2: 4, 3: 1, 6: 2}


def test_figure_7_types_by_dimension_and_run():
    found = vcifbench.types_by_dimension(RUNS)
    assert {dimension: list(types) for dimension, types in found.items()} == {
        "format": ["plain_text", "word_count", "csv"],  # 3/4, 1/2, 1/3
        "content": ["content_inclusion", "selection_accuracy", "summarize"],  # 1/2, 1/2, 0
        "style": ["tone", "rhetoric"],  # 3/4, 1/2
        "structure": ["chronological"],
    }
    assert found["format"]["word_count"] == {"alpha": vcifbench.Tally(3, 4, 4), "beta": vcifbench.Tally(1, 4, 4)}
    assert found["style"]["rhetoric"] == {"alpha": vcifbench.Tally(2, 2, 2), "beta": vcifbench.Tally(0, 2, 2)}


def test_figure_8_compliance_and_conflict_awareness():
    points = {name: line(records, "ipr", "conflict_strict") for name, records in RUNS.items()}
    assert points == {"alpha": near(3 / 7, 0.5), "beta": near(1 / 7, 0.0)}
