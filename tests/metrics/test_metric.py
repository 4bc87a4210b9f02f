from lmms_eval_vcif.metrics.intervals import Interval, interval_over
from lmms_eval_vcif.metrics.metric import Metric, Part, clusters
from lmms_eval_vcif.metrics.rates import mean

SCORE = Metric(lambda record: record["score"])
RECORDS = [{"id": str(index), "score": float(index % 2), "cluster": f"clip{index // 4}"} for index in range(12)]


def test_parts_are_of_the_samples_that_count():
    records = [{"id": "a", "score": None}, {"id": "b", "score": 1.0, "cluster": "x"}, {"score": 0.0}]
    assert SCORE.parts(records) == [Part("b", 1.0, cluster="x"), Part("2", 0.0)]
    assert SCORE.over(records) == 0.5


def test_samples_of_a_clip_are_one_cluster_and_a_loose_one_its_own():
    parts = [Part("b", 1, cluster="x"), Part("c", 2), Part("a", 3, cluster="x"), Part("x", 4)]
    assert [[part.key for part in group] for group in clusters(parts)] == [["c"], ["x"], ["a", "b"]]
    assert clusters(parts) == clusters(parts[::-1])


def test_equal_clips_leave_nothing_to_chance():
    assert SCORE.interval(RECORDS) == Interval(0.5, 0.5)
    loose = SCORE.interval([{**record, "cluster": ""} for record in RECORDS])
    assert loose.low < 0.5 < loose.high


def test_a_seed_fixes_the_interval_and_the_order_of_samples_does_not_matter():
    records = [{**record, "cluster": ""} for record in RECORDS]
    assert SCORE.interval(records) == SCORE.interval(records[::-1])
    assert SCORE.interval(records, resamples=50) != SCORE.interval(records, resamples=50, seed=1)


def test_draws_without_a_value_are_left_out():
    def some(values):
        return None if values == [0, 0] else mean(values)

    found = interval_over([[0], [1]], some, resamples=200)
    assert (found.low, found.high) == (0.5, 1.0)
    assert interval_over([[0]], lambda values: None) == Interval(None, None)
