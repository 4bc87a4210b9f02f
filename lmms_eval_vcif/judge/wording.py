"""How a decision is worded in prose, English and Chinese: yes and no, negated, hedged, labelled.

Nothing here guesses: what is hedged, contradicts itself or decides nothing gives no decision, and is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..text import clean, fold_quotes, fold_width

LONGEST = 20_000
"""Characters of a reply that are read, counted from its end, where the verdict stands."""

LONGEST_VALUE = 400
"""Characters behind a label in which its decision stands."""

MOST_LABELS = 40
"""Labels of a reply that are looked at, counted from its end."""

HEDGE_ALONE = 40
"""Characters of a clause up to which a hedge without a decision ("probably") counts as an answer that is none."""

_YES = r"correct|yes|yep|yeah|true|right|met|satisfied|fulfilled|compliant|pass(?:es|ed)?|[✅✓✔√]"
_NO = r"incorrect|no|nope|false|wrong|unmet|unsatisfied|unfulfilled|violated|non-?compliant|fail(?:s|ed)?|[❌✗✘×]"
_YES_ZH = "符合|满足|遵守|遵循|达到|达成|做到|通过|正确|合格|达标|成立"
_NO_ZH = "违反|违背|错误|失败"
_ALONE_ZH = {
    "是": True,
    "是的": True,
    "对": True,
    "对的": True,
    "真": True,
    "否": False,
    "不": False,
    "错": False,
    "假": False,
}

_BOXED = re.compile(r"<(\w+)>([^<>\n]{1,40})</\1>|\\boxed\{([^{}\n]{1,40})\}")
_MARKS = re.compile(r"[*_`\"#<>\[\]{}~“”「」【】《》$]+")
_OPTION = rf"(?:{_YES}|{_NO}|是|否|{_YES_ZH}|不符合|不满足|不正确|{_NO_ZH})"
_OPTIONS = re.compile(rf"(?<!\w){_OPTION}\s*(?:/|\||\bor\b|或者?|还是)\s*{_OPTION}(?![a-z])")

_SENTENCE_END = re.compile(r"([\n。!?]|\.(?=\s|$))")
_CLAUSE_END = re.compile(
    r"[,;:()，、]|\s[-–—]+\s|—|→|\b(?:because|since|as|given|so|and|therefore|hence)\b|因为|由于|因此|所以|故"
)
_HEDGE = re.compile(
    r"\b(?:partly|partially|partial|in part|mostly|largely|almost|nearly|somewhat|generally|hardly|barely|borderline"
    r"|maybe|perhaps|possibly|probably|likely|unlikely|might|may|could|would|seems?|appears?|depends?|extent|both"
    r"|unsure|uncertain|not sure|unclear|ambiguous|unknown|insufficient|not applicable|n/a|if|whether|either"
    r"|unable to|hard to|difficult to"
    r"|(?:can|could) not (?:be )?(?:determined?|tell|told|say|said|verify|verified|confirm(?:ed)?|judged?|decided?))\b"
    r"|部分|基本|大致|大体|几乎|可能|也许|或许|不确定|无法(?:判断|确定|确认)|难以|不清楚|勉强|似乎|好像|大概|应该"
    r"|差不多|一定程度|不好说|一半|未知|存疑|是否|能否|有没有|如果|若"
)
_CONTRAST = re.compile(
    r"\b(?:but|however|though|although|except|yet|only|apart from|unless)\b|但|不过|然而|只是|除了|可是|除非|"
    + _HEDGE.pattern
)
_CONCESSION = re.compile(r"^\s*(?:although|though|while|even|if|unless|虽然|尽管|即使|如果)")

_NOT = r"not|never|neither|far from|no longer"
_ADVERBS = (
    r"(?:(?:fully|entirely|completely|strictly|exactly|quite|really|actually|clearly|definitely|certainly|simply|indeed"
    r"|all|also|still|be|been|being|considered|judged|deemed|marked|rated|called|a|an|the|therefore|thus)\s+)*"
)
_STATEMENT = (
    rf"(?P<not>(?:(?:{_NOT})\s+)*){_ADVERBS}(?P<not2>(?:not\s+)?){_ADVERBS}(?P<word>{_YES}|{_NO})"
    r"(?:\s+by\s.*|\s+(?:and|nor)\s+\w+)?"
)
_BARE = re.compile(rf"^(?:(?:it|this|that|the)?\s*(?:is|'s)\s+)?{_STATEMENT}$")
_DOUBLED = re.compile(rf"^(?:{_YES}|{_NO})(?:\s+(?:{_YES}|{_NO}))+$")
_OF_SUBJECT = re.compile(
    rf"\b(?:is|was|are|were|be|been|remains?|has|have|can|judged|considered|deemed|marked|rated|does|it)\s+{_STATEMENT}$"
)
_OF_VERB = re.compile(
    r"(?P<not>\b(?:not|never|fail(?:s|ed)? to)\s+)?"
    r"(?:(?:fully|entirely|completely|strictly|actually|clearly)\s+)?"
    r"\b(?:(?P<yes>meets?|satisf(?:y|ies)|fulfill?s?|compl(?:y|ies) with|follows?|adheres? to|obeys?|pass(?:es)?)"
    r"|(?P<no>violates?|breaks?|fails?|breach(?:es)?))"
    r"(?:\s+(?:the|this|that|these|all|its|every|each|given|stated|of|constraint|requirement|condition|instruction"
    r"|criterion|criteria|rule|request|check)s?)+$"
)
_NOT_ZH = "并不是|并非|不是|并没有|并未|没有|没能|未能|无法|不能|不算|并不|不|未|没|非|无"
_OF_CHINESE = re.compile(
    rf"(?P<not>(?:{_NOT_ZH}){{0,3}})(?:完全|严格|真正|明确|全部|足够|都|均|很|太|够|能够|能|被|得到|说|视为|认为|称为){{0,3}}"
    rf"(?P<not2>(?:{_NOT_ZH}){{0,3}})"
    rf"(?:(?P<yes>{_YES_ZH})|(?P<no>{_NO_ZH}))了?"
    r"(?:该|此|本|这|一|个|条|项|上述|所有|全部|给定|题目|用户|其|的)*(?:要求|条件|约束|限制|标准|规定|指令)?的?$"
)

_DENIED = re.compile(
    r"\b(?:not|never) (?:think|believe|find|consider|say|agree|judge|call|feel)\b"
    r"|(?:不|没有|无法)(?:能|会)?(?:认为|觉得|认同|同意|判定|断定)"
)
"""An opinion that is denied turns what it is about round."""

_OTHER_NOT = re.compile(r"\b(?:no|not|never|none|nothing|neither|nor|without|hardly|nobody)\b|[不未没非无]")

_LABEL_WORDS = (
    r"verdict|answer|conclusion|judge?ment|decision|result|summary|determination|assessment|evaluation|rating|outcome"
    r"|compliance|score"
)
_LABEL = re.compile(
    rf"(?:\b(?:{_LABEL_WORDS})|结论|判断|判定|判决|结果|答案|总结|评判|评价|评估|裁决|是否[^\s:=是为]{{0,12}})"
    r"\s*(?::|=|→|[-–—]+|\n\s*|\bis\b|\bwas\b|\bwould be\b|\bmust be\b|为|是(?!否|的))\s*:?\s*"
)
_OWN_LABEL = re.compile(r"(?:^|\n|[.。;]\s*)(?P<name>[^:\n.。;]{1,60})[:=]\s*")
_NO_LABEL = re.compile(
    r"reason|expla|rationale|analysis|note|evidence|confidence|理由|原因|分析|解释|说明|备注|依据|信心|置信"
)


def fold(reply: str) -> str:
    """A reply as it is read: no reasoning block, one width, one kind of quotes, no marks of emphasis or brackets."""
    text = fold_quotes(fold_width(clean(reply[-LONGEST:] if "think>" not in reply else clean(reply)[-LONGEST:])))
    text = _BOXED.sub(lambda match: f" {match[1] or 'answer'}: {match[2] or match[3]} ", text)
    return re.sub(r"[ \t\u3000]+", " ", _MARKS.sub(" ", text)).strip()


def read_words(folded: str) -> bool | None:
    """The decision of a folded reply: its last labelled one, else the one that all its bare statements agree on."""
    text = _OPTIONS.sub(" ", folded.lower())
    for labels in (_LABEL.finditer(text), _other_labels(text)):
        for label in reversed(list(labels)[-MOST_LABELS:]):
            if found := _first(text[label.end() : label.end() + LONGEST_VALUE]):
                return found[0]
    return _agreed(_bare(text))


def read_value(value: str) -> bool | None:
    """The decision that a short value states ("yes", "not met", "不符合"), as in a field of JSON."""
    text = _OPTIONS.sub(" ", fold(value).lower())
    found = _first(text)
    return found[0] if found else None


def _other_labels(text: str) -> Iterator[re.Match[str]]:
    """Labels that announce no decision by their name, those of reasons left out."""
    return (label for label in _OWN_LABEL.finditer(text) if not _NO_LABEL.search(label["name"]))


def _first(text: str) -> list[bool | None]:
    """The decision of the first sentence of `text`, in a list, or an empty list; [None] where it is hedged."""
    sentence = next(_sentences(text), "")
    clauses = _clauses(sentence)
    decision = _decision(clauses[0]) if clauses else ()
    if not decision:
        return [_agreed(found)] if (found := [d for clause in clauses for d in _decision(clause)]) else []
    if decision[0] and any(_CONTRAST.search(clause) for clause in clauses[1:]):
        return [None]
    return list(decision)


def _bare(text: str) -> list[bool | None]:
    """What each sentence of `text` that decides says."""
    found: list[bool | None] = []
    for sentence in _sentences(text):
        clauses = _clauses(sentence)
        decisions = [d for clause in clauses if not _CONCESSION.match(clause) for d in _decision(clause)]
        if any(decisions) and any(_CONTRAST.search(clause) for clause in clauses):
            decisions = [None]
        found += decisions
    return found


def _agreed(decisions: list[bool | None]) -> bool | None:
    return decisions[0] if decisions and all(d is decisions[0] for d in decisions) else None


def _sentences(text: str) -> Iterator[str]:
    """The sentences that state something: questions are left out."""
    parts = _SENTENCE_END.split(text)
    for sentence, end in zip(parts[::2], [*parts[1::2], ""], strict=True):
        if sentence.strip() and end != "?":
            yield sentence.strip()


def _clauses(sentence: str) -> list[str]:
    return [clause.strip(" '") for clause in _CLAUSE_END.split(sentence) if clause and clause.strip(" '")]


def _decision(clause: str) -> tuple[bool | None, ...]:
    """What a clause decides: (True,), (False,), (None,) where it hedges, () where it decides nothing."""
    clause = re.sub(r"n't\b", " not", clause[-300:].replace("cannot", "can not").replace("can't", "can not"))
    decided = _english(clause)
    if decided is None:
        decided = _chinese(clause)
    if _HEDGE.search(clause) and (decided is not None or len(clause) < HEDGE_ALONE):
        return (None,)
    return () if decided is None else (decided,)


def _english(clause: str) -> bool | None:
    if _DOUBLED.match(clause):
        return _agreed([re.fullmatch(_YES, word) is not None for word in clause.split()])
    if match := _BARE.match(clause) or _OF_SUBJECT.search(clause):
        negations = len(re.findall(_NOT, match["not"] + match["not2"]))
        return _turned(clause[: match.start()], (re.fullmatch(_YES, match["word"]) is not None) is (negations % 2 == 0))
    if match := _OF_VERB.search(clause):
        return _turned(clause[: match.start()], bool(match["yes"]) is not bool(match["not"]))
    return None


def _turned(before: str, decision: bool) -> bool | None:
    """A decision with what stands before it in its clause: turned by a denied opinion, none behind another negation."""
    denied = _DENIED.search(before)
    if denied is None:
        return None if _OTHER_NOT.search(before) else decision
    return None if _OTHER_NOT.search(before[: denied.start()] + before[denied.end() :]) else not decision


def _chinese(clause: str) -> bool | None:
    clause = clause.replace(" ", "")
    if re.fullmatch(rf"(?:{_NOT_ZH})(?:是的?|对的?|真的?)", clause):
        return False
    if clause in _ALONE_ZH:
        return _ALONE_ZH[clause]
    match = _OF_CHINESE.search(clause)
    if match is None:
        return None
    negations = len(re.findall(_NOT_ZH, match["not"] + match["not2"]))
    return _turned(clause[: match.start()], bool(match["yes"]) is (negations % 2 == 0))
