"""Contradictions: what no response can satisfy is refused with its reason, and nothing that one satisfies."""

import json

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.data.contradictions import _translators, contradictions
from lmms_eval_vcif.data.contradictions.quantities import AT_LEAST_AS_MANY
from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import bound, decide


def constraints(pairs):
    return [Constraint(id=f"c{i}", type=type_, params=params) for i, (type_, params) in enumerate(pairs)]


CONTRADICTORY = [
    # a budget shorter than what has to be said in it
    ("en", [("word_count", {"max": 4}), ("fixed_closing", {"text": "That is all I can see."})], "at least 6 words"),
    ("en", [("word_count", {"max": 3}), ("keyword_inclusion", {"keywords": ["red", "old", "wet", "dry"]})], "4 words"),
    ("zh", [("word_count", {"max": 5}), ("exact_word_inclusion", {"phrases": ["红色的小汽车"]})], "at least 6 words"),
    ("en", [("character_count", {"max": 9}), ("keyword_inclusion", {"keywords": ["waterfront"]})], "10 characters"),
    ("en", [("word_count", {"max": 9}), ("keyword_frequency", {"keyword": "boat", "min": 10})], "10 words"),
    ("en", [("sentence_length", {"max": 2}), ("sentence_opening", {"text": "In this picture"})], "each sentence"),
    ("en", [("paragraph_length", {"max": 5}), ("sentence_length", {"min": 6})], "words in each paragraph"),
    ("en", [("word_count", {"max": 11}), ("sentence_count", {"min": 3}), ("sentence_length", {"min": 4})], "12 words"),
    # counts that hold each other
    ("en", [("sentence_count", {"min": 9}), ("word_count", {"max": 8})], "at least 9 words for 9 sentences"),
    ("zh", [("sentence_count", {"min": 9}), ("word_count", {"max": 8})], "at least 9 words for 9 sentences"),
    ("en", [("paragraph_count", {"min": 3}), ("line_count", {"max": 2})], "at least 3 lines for 3 paragraphs"),
    ("en", [("bullet_list", {"min": 4}), ("line_count", {"max": 3})], "lines"),
    ("en", [("word_count", {"min": 50}), ("word_count", {"max": 40})], "at least 50 words, but at most 40"),
    ("en", [("character_count", {"max": 20}), ("word_count", {"min": 21})], "characters"),
    ("en", [("numbered_list", {"min": 5}), ("item_count", {"max": 4})], "list items"),
    # in and out
    ("en", [("keyword_inclusion", {"keywords": ["red bus"]}), ("keyword_exclusion", {"keywords": ["bus"]})], "red bus"),
    ("zh", [("keyword_inclusion", {"keywords": ["红色"]}), ("keyword_exclusion", {"keywords": ["红"]})], "红色"),
    ("en", [("fixed_opening", {"text": "The old bus"}), ("keyword_exclusion", {"keywords": ["Bus"]})], "The old bus"),
    (
        "en",
        [("keyword_frequency", {"keyword": "cat", "max": 1}), ("keyword_frequency", {"keyword": "cat", "min": 2})],
        "2",
    ),
    ("en", [("fixed_closing", {"text": "Right?"}), ("punctuation_exclusion", {"marks": ["?"]})], "Right?"),
    ("zh", [("fixed_closing", {"text": "好吗？"}), ("punctuation_exclusion", {"marks": ["?"]})], "好吗？"),
    (
        "en",
        [("punctuation_frequency", {"mark": "!", "min": 1}), ("punctuation_exclusion", {"marks": ["！"]})],
        "mark !",
    ),
    ("en", [("fixed_opening", {"text": "It's a dog"}), ("no_contractions", {})], "It's a dog"),
    (
        "en",
        [("keyword_order", {"keywords": ["a", "b", "c"]}), ("keyword_order", {"keywords": ["c", "a"]})],
        "'a' before 'c'",
    ),
    ("en", [("keyword_frequency", {"keyword": "bus", "min": 3}), ("lexical_diversity", {"max_repeats": 2})], "bus"),
    ("zh", [("hanzi_frequency", {"character": "国", "min": 1}), ("chinese_script", {"script": "traditional"})], "国"),
    (
        "en",
        [
            ("prefix_label", {"labels": "Step:"}),
            ("bullet_list", {"min": 4}),
            ("lexical_diversity", {"words": ["step"], "max_repeats": 1}),
        ],
        "Step:",
    ),
    # case and script
    ("en", [("lowercase", {}), ("exact_word_inclusion", {"phrases": ["NASA"]})], "NASA"),
    ("en", [("uppercase", {}), ("fixed_opening", {"text": "Dear Sam,"})], "Dear Sam,"),
    ("en", [("uppercase", {}), ("exact_word_inclusion", {"phrases": ["cat"], "case_sensitive": True})], "cat"),
    ("en", [("uppercase", {}), ("title_case", {})], "case"),
    ("en", [("lowercase", {}), ("capital_word_frequency", {"min": 1})], "words in capitals"),
    ("zh", [("hanzi_only", {}), ("keyword_inclusion", {"keywords": ["USB"]})], "USB"),
    ("zh", [("hanzi_only", {}), ("bilingual_response", {})], "text in en"),
    ("zh", [("chinese_script", {"script": "traditional"}), ("fixed_opening", {"text": "这是"})], "这是"),
    ("zh", [("full_width_punctuation", {}), ("exact_word_inclusion", {"phrases": ["红,绿"]})], "红,绿"),
    ("en", [("response_language", {"language": "en"}), ("response_language", {"language": "zh"})], "script"),
    ("en", [("no_arabic_numerals", {}), ("number_precision", {"decimals": 2})], "a number"),
    ("zh", [("chinese_numerals", {}), ("keyword_inclusion", {"keywords": ["3个"]})], "3个"),
    # documents and Markdown
    ("en", [("json", {}), ("plain_text", {})], "json and plain text"),
    ("en", [("json", {}), ("csv", {})], "json and csv"),
    ("en", [("json_object", {}), ("markdown_heading", {})], "headings"),
    ("en", [("csv_table", {"columns": 3}), ("bullet_list", {"min": 2})], "bullets"),
    ("en", [("csv_table", {"min_rows": 4}), ("line_count", {"max": 4})], "at least 5 lines"),
    ("en", [("json_object", {}), ("fixed_opening", {"text": "Here is the answer:"})], "beginning"),
    ("en", [("json", {}), ("fixed_closing", {"text": "I hope this helps."})], "can't end"),
    ("en", [("csv", {"columns": ["id", "name"]}), ("fixed_opening", {"text": "Dear Sam,"})], "same beginning"),
    ("en", [("json", {"required_keys": ["Name"]}), ("letter_case", {"case": "lower", "scope": "keys"})], "Name"),
    ("en", [("json_object", {}), ("punctuation_exclusion", {"marks": ["{"]})], "{"),
    ("zh", [("json_object", {}), ("postscript", {"marker": "又及："})], "又及"),
    ("en", [("plain_text", {}), ("bold_emphasis", {"min": 2})], "bold passages"),
    ("en", [("plain_text", {}), ("markdown", {"elements": ["italic"]})], "italic passages"),
    ("en", [("plain_text", {}), ("code_block", {})], "code"),
    # the same place twice
    ("en", [("fixed_opening", {"text": "Dear Sam,"}), ("fixed_opening", {"text": "Hello,"})], "same beginning"),
    ("zh", [("fixed_closing", {"text": "谢谢！"}), ("fixed_closing", {"text": "再见。"})], "same end"),
    ("en", [("title_wrapper", {}), ("fixed_opening", {"text": "Welcome"})], "same beginning"),
    ("en", [("sentence_opening", {"text": "Indeed"}), ("sentence_opening", {"text": ["Yes", "No"]})], "same beginning"),
    (
        "en",
        [("sentence_count", {"max": 1}), ("fixed_closing", {"text": "That is it. Goodbye!"})],
        "at least 2 sentences",
    ),
    ("en", [("sentence_opening", {"text": ["One", "Two"]}), ("sentence_count", {"min": 3})], "at most 2"),
    (
        "en",
        [("csv", {"columns": 4, "min_rows": 2}), ("punctuation_frequency", {"mark": ",", "max": 5})],
        "9 are needed",
    ),
    ("en", [("csv", {}), ("paragraph_count", {"min": 3})], "at most 1"),
    ("zh", [("csv", {"min_rows": 4}), ("sentence_count", {"min": 3, "max": 3})], "sentences"),
    ("zh", [("csv", {"columns": ["甲", "乙"]}), ("sentence_length", {"min": 12})], "words in each sentence"),
    ("zh", [("csv", {"columns": ["甲", "乙"]}), ("sentence_closing", {"text": "！"})], "same end"),
    ("en", [("csv", {"columns": 3}), ("csv_table", {"columns": ["a", "b"]})], "columns of CSV"),
    ("en", [("csv", {"columns": ["color", "item"]}), ("letter_case", {"case": "upper", "scope": "title"})], "color"),
    ("en", [("title_wrapper", {"open": "[[", "close": "]]"}), ("json", {})], "titles"),
    ("en", [("bullet_list", {"min": 4}), ("item_prefix", {"text": ["A:", "B:", "C:"]})], "labelled items"),
    ("en", [("code_block", {}), ("prefix_label", {"labels": "Look:", "scope": "line"})], "no line"),
    ("en", [("postscript", {"marker": "P.S."}), ("prefix_label", {"labels": "View:", "scope": "line"})], "no line"),
    ("en", [("paragraph_opening", {"text": "Look:"}), ("sentence_opening", {"text": "Here"})], "same beginning"),
    ("en", [("paragraph_closing", {"text": "So it is."}), ("sentence_closing", {"text": "!"})], "same end"),
    ("en", [("lowercase", {}), ("title_case", {"scope": "items"})], "case of item"),
    ("en", [("no_arabic_numerals", {}), ("numbered_list", {})], "number of an item"),
    ("en", [("number_precision", {"decimals": 3}), ("scientific_notation", {"significant_digits": 2})], "decimals"),
    ("zh", [("response_language", {"language": "zh"}), ("bilingual_response", {})], "script"),
    ("zh", [("chinese_script", {"script": "simplified"}), ("chinese_script", {"script": "traditional"})], "script"),
    ("zh", [("response_language", {"language": "zh-Hant"}), ("chinese_script", {"script": "simplified"})], "script"),
    ("zh", [("csv", {"min_rows": 6}), ("item_prefix", {"text": ["甲：", "乙：", "丙："]})], "labelled items"),
    ("en", [("box_format", {"count": 1}), ("no_arabic_numerals", {})], "a box of numbers"),
    ("en", [("answer_wrapper", {"wrapper": "boxed"}), ("uppercase", {})], "boxed"),
    (
        "en",
        [
            ("answer_wrapper", {"open": "[[", "close": "]]", "position": "last_line"}),
            ("fixed_closing", {"text": "Thank you"}),
        ],
        "same end",
    ),
    # one document
    ("en", [("json", {"root": "object"}), ("json", {"root": "array"})], "outermost value"),
    ("zh", [("json", {"required_keys": ["甲", "乙"]}), ("punctuation_exclusion", {"marks": ["，"]})], "commas"),
    ("en", [("box_format", {"layout": "json", "keys": ["box"]}), ("sentence_opening", {"text": "Look,"})], "of json"),
    ("en", [("box_format", {"layout": "json", "keys": ["box"]}), ("bullet_list", {"min": 4})], "bullets"),
    ("en", [("csv", {"columns": ["a", "b"]}), ("csv_table", {"columns": ["a", "c"]})], "names of the columns"),
    (
        "zh",
        [("csv", {"columns": ["甲", "乙"]}), ("keyword_order", {"keywords": ["丙", "乙"]})],
        "before the first line",
    ),
    (
        "zh",
        [("csv", {"columns": ["甲", "乙"]}), ("keyword_position", {"keyword": "光", "unit": "sentence", "index": 1})],
        "beside the names",
    ),
    ("zh", [("csv", {"min_rows": 4}), ("paragraph_count", {"min": 2, "max": 2})], "5 paragraphs"),
    ("en", [("csv", {"min_rows": 3, "max_rows": 3}), ("line_count", {"min": 8})], "at most 6"),
    ("zh", [("csv", {"min_rows": 4, "max_rows": 4}), ("line_count", {"min": 6, "max": 6})], "in a code fence"),
    # boxes and answers
    ("en", [("box_format", {}), ("box_format", {"layout": "xywh"})], "layout of a box"),
    ("en", [("box_format", {}), ("box_format", {"scale": "norm1000"})], "scale of a box"),
    ("zh", [("box_format", {"layout": "pairs"}), ("punctuation_exclusion", {"marks": ["（"]})], "of boxes"),
    ("en", [("box_iou", {"box": [1, 2, 30, 40]}), ("box_iou", {"box": [50, 2, 90, 40]})], "the reference"),
    (
        "en",
        [
            ("answer_value", {"value": "12.5", "wrapper": "boxed", "decimals": 1}),
            ("answer_value", {"value": "12.5", "wrapper": "boxed", "decimals": 2}),
        ],
        "decimals of the answer",
    ),
    # lists, labels and cases
    ("en", [("markdown", {}), ("plain_text", {})], "never hold together"),
    ("en", [("item_count", {"min": 5, "kind": "numbered"}), ("no_arabic_numerals", {})], "number of an item"),
    ("zh", [("item_count", {"min": 5, "kind": "bullet"}), ("sentence_count", {"max": 4})], "5 sentences for 5"),
    ("en", [("item_count", {"min": 6}), ("item_prefix", {"text": ["A:", "B:", "C:"]})], "labelled"),
    ("en", [("item_count", {"max": 3, "min": 3}), ("item_prefix", {"text": ["A:", "B:", "C:", "D:"]})], "labelled"),
    ("en", [("item_count", {"min": 4}), ("line_count", {"max": 3})], "lines"),
    ("en", [("markdown_table", {}), ("prefix_label", {"labels": "Look:", "scope": "line"})], "no line"),
    (
        "en",
        [
            ("prefix_label", {"labels": "Look:", "scope": "line"}),
            ("letter_case", {"case": "upper", "scope": "headings"}),
        ],
        "Look:",
    ),
    ("en", [("paragraph_closing", {"text": "So it is."}), ("title_case", {"scope": "items"})], "So it is."),
    (
        "en",
        [("item_prefix", {"text": ["A:", "B:", "C:", "D:"]}), ("punctuation_frequency", {"mark": ":", "max": 3})],
        "4 times",
    ),
    (
        "en",
        [("capital_word_frequency", {"max": 1}), ("letter_case", {"case": "upper", "words": ["light", "shade"]})],
        "at least 2 words in capitals",
    ),
    ("zh", [("section_labels", {"label": "第N节", "min": 3}), ("chinese_script", {"script": "traditional"})], "节"),
    # sizes of words and paragraphs
    ("en", [("character_count", {"min": 650}), ("word_count", {"max": 65})], "in at most 65 words"),
    ("zh", [("character_count", {"min": 160}), ("word_count", {"max": 90})], "in at most 90 words"),
    ("zh", [("character_count", {"max": 140}), ("word_count", {"min": 140})], "in at most 140 characters"),
    (
        "en",
        [("paragraph_length", {"min": 45, "max": 45}), ("sentence_length", {"min": 12, "max": 12})],
        "no number of sentences",
    ),
    # a transcription
    ("en", [("ocr_transcription", {"text": "Open daily."}), ("word_count", {"min": 9})], "no transcription"),
    (
        "zh",
        [("ocr_transcription", {"text": "每天营业。"}), ("keyword_inclusion", {"keywords": ["灯塔"]})],
        "no transcription",
    ),
]


@pytest.mark.parametrize(("language", "pairs", "reason"), CONTRADICTORY)
def test_what_no_response_can_satisfy_is_refused_with_the_reason(language, pairs, reason):
    found = contradictions(constraints(pairs), language)
    assert [contradiction.constraints for contradiction in found] == [tuple(range(len(pairs)))], found
    assert reason in found[0].reason


@pytest.mark.parametrize(("language", "pairs", "reason"), CONTRADICTORY)
def test_the_order_of_constraints_does_not_matter(language, pairs, reason):
    assert contradictions(constraints(pairs[::-1]), language)


SATISFIABLE = [
    ("en", [("word_count", {"max": 3}), ("keyword_inclusion", {"keywords": ["red bus", "bus stop"]})], "Red bus stop"),
    ("en", [("uppercase", {}), ("keyword_inclusion", {"keywords": ["cat"]})], "A CAT SLEEPS."),
    ("en", [("lowercase", {}), ("letter_frequency", {"letter": "E", "min": 2})], "here we go."),
    ("en", [("keyword_inclusion", {"keywords": ["cats"]}), ("keyword_exclusion", {"keywords": ["cat"]})], "Cats run."),
    ("en", [("json", {}), ("fixed_opening", {"text": '{"answer'})], '{"answer": 3}'),
    ("en", [("json", {}), ("fixed_closing", {"text": "true"})], "[1, true]"),
    ("en", [("csv", {"columns": 2}), ("fixed_opening", {"text": "name"})], "name,age\nBo,3"),
    ("en", [("json", {}), ("bold_emphasis", {"min": 1})], '{"note": "a **red** bus"}'),
    ("en", [("plain_text", {}), ("numbered_list", {"min": 2})], "1. red\n2. blue"),
    ("en", [("plain_text", {}), ("bullet_list", {"min": 2})], "• red\n• blue"),
    ("en", [("fixed_opening", {"text": "Dear Sam,"}), ("fixed_opening", {"text": "Dear"})], "Dear Sam, it rains."),
    ("en", [("sentence_closing", {"text": "indeed"}), ("sentence_closing", {"text": "indeed!"})], "It rains indeed!"),
    ("en", [("number_precision", {"decimals": 1}), ("punctuation_exclusion", {"marks": ["."]})], "It is 2.5 m long"),
    ("en", [("no_arabic_numerals", {}), ("keyword_inclusion", {"keywords": ["three"]})], "I see three boats."),
    ("zh", [("hanzi_only", {}), ("letter_case", {"case": "upper"})], "三艘船停在岸边。"),
    ("zh", [("full_width_punctuation", {}), ("fixed_opening", {"text": "你好,"})], "你好，今天下雨。"),
    ("zh", [("word_count", {"max": 4}), ("keyword_inclusion", {"keywords": ["小红", "红花"]})], "小红花开"),
    ("en", [("keyword_order", {"keywords": ["a", "b"]}), ("keyword_order", {"keywords": ["b", "c"]})], "a, b, c."),
    ("en", [("title_wrapper", {}), ("fixed_opening", {"text": "<<Boats"})], "<<Boats at Dawn>>\n\nThey rest."),
    ("en", [("json", {"root": "array"}), ("item_count", {"min": 2})], "[1, 2]"),
    ("en", [("title_case", {}), ("keyword_inclusion", {"keywords": ["the cat"]})], "See the Cat"),
    ("en", [("ocr_transcription", {"text": "Open daily from nine."}), ("bullet_list", {})], "- Open daily from nine."),
    (
        "en",
        [("ocr_transcription", {"text": "Open daily from nine."}), ("line_count", {"min": 2})],
        "Open daily\nfrom nine.",
    ),
    ("en", [("bullet_list", {"min": 3}), ("item_prefix", {"text": ["A:", "B:", "C:"]})], "- A: x\n- B: y\n- C: z"),
    ("en", [("csv", {"columns": 2}), ("punctuation_frequency", {"mark": ",", "max": 2})], "a,b\n1,2"),
    ("zh", [("no_arabic_numerals", {}), ("numbered_list", {})], "一、红花"),
    ("zh", [("full_width_punctuation", {}), ("json", {})], '```json\n{"颜色": "红，绿"}\n```'),
    ("en", [("json", {}), ("punctuation_exclusion", {"marks": ['"', ":"]})], "[3, 5]"),
    ("en", [("json", {}), ("punctuation_exclusion", {"marks": [","]})], '{"answer": "yes"}'),
    ("zh", [("sentence_closing", {"text": "！"}), ("json", {"required_keys": ["甲"]})], '{\n  "甲": "好！"\n}'),
    ("zh", [("paragraph_length", {"min": 8}), ("csv", {"columns": ["甲", "乙"]})], "```csv\n甲,乙\n红的船,蓝的船\n```"),
    ("zh", [("paragraph_count", {"max": 2}), ("csv", {"columns": 2})], "甲,乙\n船,岸"),
    ("en", [("csv", {}), ("fixed_opening", {"text": "Colour,"})], "Colour,Place\nred,left"),
    (
        "en",
        [("answer_wrapper", {"wrapper": "boxed", "position": "last_line"}), ("json", {})],
        '{"answer": "\\\\boxed{7}"}',
    ),
    (
        "en",
        [
            ("answer_wrapper", {"wrapper": "boxed", "position": "last_line"}),
            ("answer_wrapper", {"open": "Answer:", "position": "last_line"}),
        ],
        "Two boats.\nAnswer: \\boxed{2}",
    ),
    ("en", [("postscript", {"marker": "P.S."}), ("postscript", {"marker": "N.B."})], "Hi.\n\nP.S. One.\nN.B. Two."),
    ("en", [("sentence_closing", {"text": ", my friend"}), ("sentence_closing", {"text": "!"})], "Look, my friend!"),
    ("zh", [("sentence_closing", {"text": "！"}), ("punctuation_frequency", {"mark": "？", "min": 1})], "真的吗？！"),
    ("en", [("item_count", {"min": 2}), ("item_prefix", {"text": ["A:", "B:"]})], "- A: x\n- B: y"),
    ("en", [("item_count", {"min": 3, "max": 3}), ("json", {"root": "object"})], '{"boats": ["a", "b", "c"], "n": 3}'),
    ("en", [("character_count", {"min": 10}), ("word_count", {"max": 1})], "Internationalization"),
]


@pytest.mark.parametrize(("language", "pairs", "response"), SATISFIABLE)
def test_what_a_response_satisfies_is_not_refused(language, pairs, response):
    text = Text(response, language)
    for constraint in constraints(pairs):
        verdict = decide(constraint, text)
        assert verdict.passed, verdict.reason
    assert contradictions(constraints(pairs), language) == []


def every_case(language):
    """Each type with each of its cases' parameters, once, and every case's response."""
    asked, responses = {}, set()
    for entry in catalogue():
        for case in entry.cases.get(language, ()) if entry.check else ():
            params = json.dumps(case["params"], sort_keys=True)
            asked[entry.id, params] = Constraint(id=entry.id, type=entry.id, params=case["params"])
            responses.add(case["response"])
    return list(asked.values()), sorted(responses)


READ_IN_TWO_WAYS = (
    "Chinese script",  # a text of few characters, all of which both scripts have
    "layout of a box",  # numbers that are a box, but not the same one, in two layouts or scales
    "scale of a box",
    "markdown and plain_text",  # numbered lines, which are Markdown by chance
)
"""Reasons of contradictions that a text is out of only because it is read as two things at once."""


def is_vacuous(text):
    """Whether rules about letters hold because the response, code apart, has none that they are about."""
    return not text.letters or not text.han and "Latin" not in text.letters


@pytest.mark.parametrize("language", ["en", "zh"])
def test_constraints_that_one_response_satisfies_are_never_refused(language):
    """The catalogue against itself: what a case's response passes, of all cases' constraints, is consistent."""
    asked, responses = every_case(language)
    for response in responses:
        text = Text(response, language)
        if text.blank or is_vacuous(text):
            continue
        satisfied = [constraint for constraint in asked if decide(constraint, text).passed]
        for found in contradictions(satisfied, language):
            if found.reason.startswith(READ_IN_TWO_WAYS):
                continue
            pytest.fail(f"{response!r} satisfies {[satisfied[i] for i in found.constraints]}, but: {found.reason}")


def test_every_check_says_what_it_demands():
    assert set(_translators()) == {entry.check.name for entry, _ in bound().values()}


def test_types_of_static_conflict_are_refused_whatever_their_parameters():
    for entry in catalogue():
        for other in entry.conflicts:
            pair = [Constraint(id="a", type=entry.id), Constraint(id="b", type=other)]
            assert contradictions(pair, "en"), (entry.id, other)


def test_parameters_still_to_be_extracted_are_no_contradiction():
    assert contradictions([Constraint("a", "word_count"), Constraint("b", "fixed_opening")], "en") == []


def test_quantities_carry_upwards_only():
    wholes = {whole for whole, _ in AT_LEAST_AS_MANY}
    assert not any((part, whole) in AT_LEAST_AS_MANY for whole, part in AT_LEAST_AS_MANY)
    assert "characters" in wholes
