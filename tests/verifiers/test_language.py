"""What the cases of the language entries leave open."""

from lmms_eval_vcif.verdicts import verify


def test_a_response_without_letters_passes_and_is_marked_undetermined():
    verdict = verify("response_language", "12345!", {"language": "zh"}, "zh")
    assert verdict.passed
    assert any("undetermined" in note for note in verdict.notes)


def test_bilingual_says_where_each_language_begins():
    mixed = "The dogs run fast here and there. 狗在这里跑来跑去。"
    response = f"123\n\n{mixed}\n\nTwo dogs run.\n\n两只狗在跑。"
    verdict = verify("bilingual_response", response, {}, "en")
    assert verdict.passed
    assert verdict.observed == {"en": 3, "zh": 4}
    assert verify("bilingual_response", f"{mixed}\n\n两只狗在跑。", {}, "en").observed == {"en": None, "zh": 2}


def test_one_character_of_another_language_makes_no_paragraph_of_it():
    assert verify("bilingual_response", "This is 猫 a cat.", {}, "en").observed == {"en": 1, "zh": None}
