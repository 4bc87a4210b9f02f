"""Digits in every shape, and numbers in Chinese characters."""

from __future__ import annotations

import re
import unicodedata

_DIGIT_RUN = re.compile(r"[0-9]+")
_OTHER_NUMBER = re.compile(r"[^\W_a-zA-Z0-9]")

_NUMERALS = "零〇一二三四五六七八九十百千万萬亿億两兩壹贰貳叁肆伍陆陸柒捌玖拾佰仟"
_PLAINLY_NUMBERS = "零〇二三四五六七八九壹贰貳叁肆伍柒捌玖佰仟"
_MEASURES = (
    "个個只隻条條张張本次年月日天时時分秒点點刻米公斤克吨噸元圆圓块塊角人位名间間辆輛座棵朵头頭匹群双雙对對片杯碗瓶盒"
    "层層号號楼樓岁歲倍成折份家所台臺部架艘把支枝根颗顆粒滴段句篇首幅幕场場届屆代世期节節排列行栋棟扇套件种種类類项項"
    "步周週里厘毫升度页頁章回遍趟声聲口者方处處侧側边邊旁、分厘吋尺寸丈亩畝公平立英毛"
)
_FIXED_WORDS = (
    "一起|一些|一样|一樣|一般|一直|一定|一切|一旦|一同|一致|一向|一再|一味|一律|一面|一边|一邊|一方面|一下|一点|一點|一时|一時|一会|一會|"
    "一一|一度|一生|一身|一带|一帶|一线|一線|一流|一角|一路|一道|一番|一来|一來|一连|一連|一心|一口气|一旁|一侧|一年四季|一家人|"
    "之一|唯一|统一|統一|万一|萬一|同一|单一|單一|专一|專一|归一|划一|每一|某一|另一|任一|逐一|"
    "千万|千萬|十分|十字|百姓|百货|百貨|百合|百科|万物|萬物|万分|萬分|万能|萬能|千秋|秋千|两旁|兩旁|三三两两|三三兩兩|"
    "再三|四周|四处|四處|四季|四面八方|四方|五官|五颜六色|五顏六色|七夕|八卦|乱七八糟|亂七八糟|丢三落四|不三不四|"
    "五彩|五花八门|五花八門|九霄|零食|零散|零星|零件|凋零|千变万化|千變萬化|成千上万|成千上萬|收拾|拾起|拾级|陆地|陸地|大陆|大陸|陆续|陸續|"
    "放肆|队伍|隊伍|老百姓|千里|举一反三"
)
_FIXED = re.compile(_FIXED_WORDS)
_NUMBER = re.compile(rf"(?P<ordinal>第|初|周|星期|礼拜|禮拜|分之)?[{_NUMERALS}]+(?P<measure>[{_MEASURES}])?")


def arabic_digits(text: str) -> list[str]:
    """The runs of digits in a text as written: 0 to 9, also superscript, circled, full-width and of other scripts."""
    if text.isascii():
        return _DIGIT_RUN.findall(text)
    others = {c for c in set(_OTHER_NUMBER.findall(text)) if _holds_digit(c)}
    return re.findall(f"[0-9{''.join(sorted(others))}]+", text)


def _holds_digit(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "No":
        return _DIGIT_RUN.search(unicodedata.normalize("NFKC", character)) is not None
    return category == "Nd"


def chinese_numbers(text: str) -> list[str]:
    """The numbers in Chinese numerals: a run, or one that counts (三个), orders (第一) or can only be a number."""
    found = []
    for match in _NUMBER.finditer(_FIXED.sub("·", text)):
        digits = match[0][len(match["ordinal"] or "") : len(match[0]) - len(match["measure"] or "")]
        if match["ordinal"] or match["measure"] or len(digits) > 1 or digits in _PLAINLY_NUMBERS:
            found.append(digits)
    return found
