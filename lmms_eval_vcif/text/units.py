"""What may stand beside a number and make it a measurement: units of both languages and currencies."""

from __future__ import annotations

import re

_NAMES = (
    "tons? tonnes? yards? miles? (?:kilo|centi|milli|deci)?met(?:er|re)s? (?:kilo|milli)?grams? kilos? pounds?"
    " ounces? (?:milli)?lit(?:er|re)s? gallons? cups? tbsp tsp tablespoons? teaspoons? seconds? secs? minutes?"
    " mins? hours? hrs? days? weeks? months? years? degrees? kelvins? calories bytes? bits? pixels? acres?"
    " hectares? feet foot inch(?:es)? lux fps"
)
_SYMBOLS = (
    "kg mg µg μg lbs? oz km/h mph kph m/s km² m² cm² mm² m³ cm³ km cm mm nm µm μm dm ft ml mL dl kHz MHz GHz"
    " Hz kWh kW MW mV mAh mA kPa MPa Pa bar psi kJ kcal cal [KMGT]i?B kbps Mbps px dB mol ha ms min m g s h L W"
    " V (?<=\\s)K"
)
_ATTACHED = "in A J l"
"""Symbols that are words when a blank stands before them."""

_CHINESE = (
    "平方(?:公里|千米|米|厘米|英尺) 立方(?:米|厘米) 公里 千米 厘米 毫米 微米 纳米 英里 英尺 英寸 公尺 公分 米"
    " 公斤 千克 毫克 克 吨 噸 斤 磅 盎司 毫升 公升 升 加仑 秒钟 秒 分钟 分鐘 小时 小時 天 周 个月 個月 摄氏度"
    " 攝氏度 华氏度 度 千瓦时 千瓦 瓦 伏特 伏 安培 赫兹 帕 焦耳 千卡 卡路里 卡 像素 字节 亩 公顷 光年 海里 岁"
    " 歲"
)
_MONEY = "dollars? euros? cents? yuan yen rmb usd eur gbp cny bucks"
_MONEY_CHINESE = "美元 欧元 歐元 英镑 英鎊 日元 港元 人民币 人民幣 元 块钱 块 角"
_SCALE = r"(?:[ \u00a0]?(?:thousand|million|billion|trillion|[万萬亿億千百]{1,2}))?[ \u00a0]?"


def _any(names: str) -> str:
    return "|".join(names.split(" "))


UNIT_AFTER = re.compile(
    rf"{_SCALE}((?:-?(?i:{_any(_NAMES)})|(?:{_any(_SYMBOLS)}))(?![\w²³])|°[CF]?|[℃℉Ω″′]|{_any(_CHINESE)})"
    rf"|(?P<attached>(?:{_any(_ATTACHED)})(?!\w))"
)
"""A unit after a number; group 1 is the unit (None for an attached symbol)."""

CURRENCY_AFTER = re.compile(rf"{_SCALE}([€£¥￥]|(?i:{_any(_MONEY)})(?![A-Za-z])|{_any(_MONEY_CHINESE)})")
"""A currency after a number; group 1 is the currency."""

CURRENCY_BEFORE = re.compile(r"((?:US|HK|NT|[AC])?\$|[€£¥￥₩₹]|USD|EUR|GBP|CNY|RMB)[ \u00a0]?[-−–+]?$")
"""A currency before a number (its sign included); group 1 is the currency."""
