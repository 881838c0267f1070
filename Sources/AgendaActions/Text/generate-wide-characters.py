#!/usr/bin/env python3
"""Writes WideCharacters.swift from the Unicode data of the PyPI package unicodedata2.

Usage: generate-wide-characters.py (with `pip install unicodedata2`; else Python's own, older data)
"""

import datetime
import pathlib

try:
    import unicodedata2 as unicodedata
except ImportError:
    import unicodedata

HERE = pathlib.Path(__file__).parent
# Not assigned, and yet wide (UAX 11, section 6.1: ED4): later characters will be.
RESERVED = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD),
            (0x30000, 0x3FFFD)]


def is_wide(value):
    if any(first <= value <= last for first, last in RESERVED):
        return True
    return unicodedata.east_asian_width(chr(value)) in "WF"


def ranges():
    found = []
    for value in range(0x110000):
        if is_wide(value):
            if found and found[-1][1] == value - 1:
                found[-1][1] = value
            else:
                found.append([value, value])
    return found


def main():
    texts = [f"0x{first:04X}, 0x{last:04X}," for first, last in ranges()]
    rows = [" ".join(texts[index:index + 5]) for index in range(0, len(texts), 5)]
    body = "".join(f"        {row}\n" for row in rows)
    (HERE / "WideCharacters.swift").write_text(
        f"// Written by {pathlib.Path(__file__).name} on {datetime.date.today()}; do not edit.\n"
        "// Source: East_Asian_Width (Unicode Standard Annex 11) of Unicode"
        f" {unicodedata.unidata_version}.\n\n"
        "/// The characters that take two cells of a terminal: East_Asian_Width W and F.\n"
        "enum WideCharacters {\n"
        "    /// First and last of each range, ascending.\n"
        f"    static let bounds: [UInt32] = [\n{body}    ]\n}}\n")


if __name__ == "__main__":
    main()
