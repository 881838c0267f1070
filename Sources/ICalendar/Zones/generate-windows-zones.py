#!/usr/bin/env python3
"""Writes WindowsZones.swift and LegacyZoneNames.swift beside this script.

Sources, both of Debian:
  unicode-cldr-core  /usr/share/unicode/cldr/common/supplemental/windowsZones.xml
  tzdata             /usr/share/zoneinfo/tzdata.zi

Usage: generate-windows-zones.py [windowsZones.xml] [tzdata.zi]
"""
import datetime
import html
import pathlib
import re
import subprocess
import sys
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
TODAY = datetime.date.today().isoformat()


def package_version(package):
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                           capture_output=True, text=True, check=False)
    return found.stdout or "of unknown version"


def windows_tables(path):
    """Windows name -> IANA name (territory 001), shown text -> Windows name."""
    names, shown, comment = {}, {}, None
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    root = ElementTree.parse(path, parser=parser).getroot()
    table = root.find("windowsZones/mapTimezones")
    for element in table:
        if element.tag is ElementTree.Comment:
            comment = html.unescape(element.text.strip())
        elif element.get("territory") == "001":
            names[element.get("other")] = element.get("type")
            match = re.fullmatch(r"\(UTC[^)]*\) *(.+)", comment or "")
            if match:
                shown[match[1]] = element.get("other")
            comment = None
    return names, shown, table.get("typeVersion")


def legacy_names(path):
    """Old name -> current name, and the tz data's version."""
    lines = pathlib.Path(path).read_text().splitlines()
    links = [line.split() for line in lines if line.startswith("L ")]
    names = {old: new for _, new, old in links if old.split("/")[0] not in AREAS}
    return ABBREVIATIONS | names, lines[0].removeprefix("# version ")


def dictionary(name, comment, entries):
    rows = "".join(f'        "{key}": "{value}",\n' for key, value in sorted(entries.items()))
    return f"    /// {comment}\n    static let {name}: [String: String] = [\n{rows}    ]\n"


def main():
    xml, zi = (sys.argv[1:] + [XML, ZI][len(sys.argv) - 1:])[:2]
    names, shown, version = windows_tables(xml)
    head = f"// Written by generate-windows-zones.py on {TODAY}; do not edit.\n"
    (HERE / "WindowsZones.swift").write_text(
        head + f"// Source: Unicode CLDR windowsZones.xml, territory 001, tz names as of {version}\n"
        f"// (Debian unicode-cldr-core {package_version('unicode-cldr-core')}).\n\n"
        "/// Unicode CLDR's table of Windows time zones.\nenum WindowsZones {\n"
        + dictionary("byName", "Windows name to IANA name.", names) + "\n"
        + dictionary("byDisplayText",
                     "What Windows shows, without the offset in front, to Windows name.", shown)
        + "}\n")
    legacy, version = legacy_names(zi)
    (HERE / "LegacyZoneNames.swift").write_text(
        head + f"// Source: the links of IANA tz data {version} (Debian tzdata"
        f" {package_version('tzdata')}).\n\n"
        "/// Names outside tz data's areas that are kept for old users.\nenum LegacyZoneNames {\n"
        + dictionary("table", "Old name to current name.", legacy) + "}\n")


if __name__ == "__main__":
    main()
