#!/usr/bin/env python3
"""Writes WindowsZones.swift or LegacyZoneNames.swift beside this script.

Usage: generate-windows-zones.py windows [TZLOCAL] [windowsZones.xml]
       generate-windows-zones.py legacy [tzdata.zi]

Sources:
  tzlocal            a package of PyPI that carries Unicode CLDR's table of Windows names, newer than Debian's:
                     `pip install tzlocal==5.4.5`, or a folder that holds it unpacked
  unicode-cldr-core  of Debian, /usr/share/unicode/cldr/common/supplemental/windowsZones.xml: in its comments
                     stands what Windows shows for the zones
  tzdata             of Debian, /usr/share/zoneinfo/tzdata.zi
"""
import datetime
import html
import importlib.metadata
import importlib.util
import pathlib
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree

XML = "/usr/share/unicode/cldr/common/supplemental/windowsZones.xml"
ZI = "/usr/share/zoneinfo/tzdata.zi"
# tz data's areas; other names are kept for old users, and some systems leave them out.
AREAS = {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia",
         "Europe", "Indian", "Pacific", "Etc"}
# What tz data 2024b made links; Debian's tz data keeps the older definitions in their place.
ABBREVIATIONS = {
    "CET": "Europe/Brussels", "CST6CDT": "America/Chicago", "EET": "Europe/Athens",
    "EST": "America/Panama", "EST5EDT": "America/New_York", "HST": "Pacific/Honolulu",
    "MET": "Europe/Brussels", "MST": "America/Phoenix", "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles", "WET": "Europe/Lisbon",
}
HERE = pathlib.Path(__file__).parent
HEAD = f"// Written by generate-windows-zones.py on {datetime.date.today().isoformat()}; do not edit.\n"


def package_version(package):
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                           capture_output=True, text=True, check=False)
    return found.stdout or "of unknown version"


def windows_names(folder):
    """Windows name -> IANA name (CLDR's territory 001), and the package's version."""
    path = [folder] if folder else sys.path
    found = next(iter(importlib.metadata.distributions(name="tzlocal", path=path)))
    source = found.locate_file("tzlocal/windows_tz.py")
    spec = importlib.util.spec_from_file_location("windows_tz", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.win_tz, found.version


def shown_texts(path):
    """What Windows shows, without the offset in front -> Windows name."""
    shown, comment = {}, None
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    for element in ElementTree.parse(path, parser=parser).getroot().find("windowsZones/mapTimezones"):
        if element.tag is ElementTree.Comment:
            comment = html.unescape(element.text.strip())
        elif element.get("territory") == "001":
            match = re.fullmatch(r"\(UTC[^)]*\) *(.+)", comment or "")
            if match:
                shown[match[1]] = element.get("other")
            comment = None
    return shown


def legacy_names(path):
    """Old name -> current name, and the tz data's version."""
    lines = pathlib.Path(path).read_text().splitlines()
    links = [line.split() for line in lines if line.startswith("L ")]
    names = {old: new for _, new, old in links if old.split("/")[0] not in AREAS}
    return ABBREVIATIONS | names, lines[0].removeprefix("# version ")


def text(name, comment, lines):
    rows = "".join(f"        {line}\n" for line in lines)
    return f'    /// {comment}\n    static let {name} = """\n{rows}        """\n'


def windows_rows(names, shown):
    texts = {name: "=" + text for text, name in shown.items()}
    return [f"{name}={zone}{texts.get(name, '')}" for name, zone in sorted(names.items())]


def legacy_rows(names):
    words = " ".join(f"{old}={new}" for old, new in sorted(names.items()))
    return textwrap.wrap(words, 90, break_long_words=False, break_on_hyphens=False)


def write_windows(folder="", xml=XML):
    names, version = windows_names(folder)
    (HERE / "WindowsZones.swift").write_text(
        f"{HEAD}// Sources: Unicode CLDR's windowsZones, territory 001, as PyPI's tzlocal {version} carries it;\n"
        "// what Windows shows: the comments of Debian's unicode-cldr-core 41-0.1.\n\n"
        "/// Unicode CLDR's table of Windows time zones.\nenum WindowsZones {\n"
        + text("table", "Windows name, IANA name, and what Windows shows, without the offset in front.",
               windows_rows(names, shown_texts(xml)))
        + "}\n")


def write_legacy(zi=ZI):
    legacy, version = legacy_names(zi)
    (HERE / "LegacyZoneNames.swift").write_text(
        f"{HEAD}// Source: the links of IANA tz data {version} (Debian tzdata {package_version('tzdata')}).\n\n"
        "/// Names outside tz data's areas that are kept for old users.\nenum LegacyZoneNames {\n"
        + text("table", "Each old name with its current name.", legacy_rows(legacy)) + "}\n")


if __name__ == "__main__":
    {"windows": write_windows, "legacy": write_legacy}[sys.argv[1]](*sys.argv[2:])
