"""Draws the charts whose data are there, each for a light and for a dark page.

Usage: draw.py FOLDER RESOURCES. The data are in FOLDER/data; the charts go to FOLDER, and those that the README and
the documentation show also to RESOURCES, in DocC's naming: `name.svg` and `name~dark.svg`.
"""

import pathlib
import shutil
import sys

import copies
import events
import imports
import participants
import series
import slices
import users
from theme import DARK, LIGHT, save

PUBLISHED = (participants, copies, series, imports, users)


def main(folder, resources):
    for chart in (participants, copies, series, events, slices, imports, users):
        data = folder / "data" / f"{chart.NAME}.tsv"
        if not data.exists():
            print(f"bench-plots: no chart of {chart.NAME}, its data are missing: {data}", file=sys.stderr)
            continue
        for theme in (LIGHT, DARK):
            path = save(chart.draw(data, theme), folder, chart.NAME, theme)
            print(path)
            if chart in PUBLISHED:
                resources.mkdir(parents=True, exist_ok=True)
                print(shutil.copyfile(path, resources / path.name))


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
