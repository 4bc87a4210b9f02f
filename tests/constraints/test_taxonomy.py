"""The catalogue holds the types of both benchmarks and no others, each in its place and decided in its way."""

from lmms_eval_vcif.constraints import catalogue

VCIFBENCH = {
    "format": {
        "rule": "json csv bullet_list numbered_list markdown plain_text no_contractions",
        "hybrid": "word_count sentence_count paragraph_count item_count fixed_opening fixed_closing prefix_label "
        "letter_case",
        "judge": "pattern_opening pattern_closing emphasis tense",
    },
    "content": {
        "hybrid": "exact_word_inclusion lexical_diversity exact_word_exclusion",
        "judge": "summarize focus content_inclusion sequence_marker_inclusion tracking content_exclusion "
        "personal_information_exclusion harmful_content_exclusion selection_accuracy",
    },
    "style": {"judge": "tone target_audience persona output_language rhetoric"},
    "structure": {"judge": "chronological causal spatial_grouping hierarchical counterfactual"},
}
"""Table 10 of the paper, and selection_accuracy, which its analysis and judging use beside the table."""

SPLIT = {"content_inclusion", "tracking", "summarize", "focus", "selection_accuracy"}
"""The types that are judged by sub-questions (figure 12)."""

MMIFEVAL_PRO = {
    "length": "word_count sentence_count paragraph_count line_count sentence_length paragraph_length character_count",
    "keyword": "keyword_inclusion keyword_exclusion keyword_frequency keyword_position keyword_order letter_frequency "
    "hanzi_frequency",
    "format": "json_object csv_table markdown_table markdown_heading bullet_list numbered_list bold_emphasis "
    "code_block plain_text title_wrapper section_labels",
    "position": "fixed_opening fixed_closing sentence_opening sentence_closing paragraph_opening paragraph_closing "
    "item_prefix postscript separator",
    "script": "uppercase lowercase title_case capital_word_frequency no_contractions punctuation_exclusion "
    "punctuation_frequency full_width_punctuation hanzi_only chinese_script",
    "language": "response_language bilingual_response",
    "numeric": "number_precision scientific_notation no_arabic_numerals answer_wrapper chinese_numerals",
    "hijack": "ocr_transcription",
    "augmentation": "box_format box_iou answer_value",
}


def test_vcifbench_has_the_types_of_table_10_and_selection_accuracy():
    expected = {
        type_: (dimension, evaluation)
        for dimension, ways in VCIFBENCH.items()
        for evaluation, types in ways.items()
        for type_ in types.split()
    }
    assert len(expected) == 41
    places = {entry.id: entry.benchmarks["vcifbench"] for entry in catalogue().of("vcifbench")}
    assert {type_: (place.group, place.evaluation) for type_, place in places.items()} == expected


def test_mmifeval_pro_has_its_52_subcategories_and_three_augmentation_checks_all_by_rule():
    expected = {type_: category for category, types in MMIFEVAL_PRO.items() for type_ in types.split()}
    assert len(expected) == 52 + 3
    places = {entry.id: entry.benchmarks["mmifeval_pro"] for entry in catalogue().of("mmifeval_pro")}
    assert {type_: place.group for type_, place in places.items()} == expected
    assert {place.evaluation for place in places.values()} == {"rule"}


def test_no_type_belongs_nowhere():
    assert {entry.id for entry in catalogue()} == {
        entry.id for name in ("vcifbench", "mmifeval_pro") for entry in catalogue().of(name)
    }


def test_five_types_are_split_into_sub_questions():
    assert {entry.id for entry in catalogue() if entry.sub_questions} == SPLIT


def test_of_the_judged_types_only_the_output_language_shares_a_check():
    shared = {entry.id: entry.check.name for entry in catalogue() if entry.judged and entry.check is not None}
    assert shared == {"output_language": "response_language"}
