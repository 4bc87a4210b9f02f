"""What the cases of the language entries leave open."""

from lmms_eval_vcif.verdicts import verify


def test_a_response_without_letters_passes_and_is_marked_undetermined():
    verdict = verify("response_language", "12345!", {"language": "zh"}, "zh")
    assert verdict.passed
    assert any("undetermined" in note for note in verdict.notes)


def test_bilingual_counts_the_paragraphs_of_each_language():
    mixed = "The dogs run fast here and there. 狗在这里跑来跑去。"
    response = f"Two dogs run.\n\n两只狗在跑。\n\n123\n\n{mixed}\n\nThe end."
    verdict = verify("bilingual_response", response, {}, "en")
    assert verdict.passed
    assert verdict.observed == {"en": 2, "zh": 1}
    assert "1 in neither" in verdict.reason
