"""The goals P1, P2, P5, P6 and P7: what was measured, and whether it is enough."""

from results import figure, milliseconds


class Goals:
    """Lines of the last table: the goal, what is measured, the figure, what it must be, met or missed."""

    def __init__(self):
        self.lines = []

    def at_most(self, goal, what, number, limit, unit):
        self.add(goal, what, f"{figure(number)}{unit}", f"<= {limit:g}{unit}", number <= limit)

    def ratio_at_most(self, goal, what, ratio, limit):
        self.add(goal, what, ratio, f"<= {limit:g} x", ratio.median <= limit)

    def add(self, goal, what, measured, limit, is_met):
        self.lines.append((goal, what, str(measured), limit, {True: "met", False: "missed", None: ""}[is_met]))

    def loaded(self, results):
        if own := results.get(("agenda", "folder5k")):
            self.at_most("P5", "folder5k, cold", own.median * 1e3, 1000, " ms")

    def listed(self, results):
        if own := results.get(("agenda", "x2")):
            for peer, least in (("khal", 100), ("calcurse", 7)):
                if other := results.get((peer, "x2")):
                    times = other.over(own)
                    self.add("P1", f"x2, warm: {peer} / agenda", times, f">= {least} x", times.median >= least)
            if rows := results.get(("sqlite3", "x2")):
                self.ratio_at_most("P1", "x2, warm: agenda / sqlite3", own.over(rows), 2)
            self.add("P1", "starting a process: true", f"{milliseconds(results['true', 'x2'].median)} ms", "", None)
        if own := results.get(("agenda", "folder5k")):
            self.at_most("P5", "folder5k, warm 488 days", own.median * 1e3, 50, " ms")

    def participants(self, warm, cold):
        many, none = ("agenda", "x2p100"), ("agenda", "x2p0")
        self.ratio_at_most("P2", "x2p100 / x2p0, warm", warm[many].over(warm[none]), 1.05)
        self.ratio_at_most("P2", "x2p100 / x2p0, cold", cold[many].over(cold[none]), 2.5)

    def parsing(self, name, results):
        agenda, libical = results["agenda", name], results["libical", name]
        what = f"{name}, cold: agenda {milliseconds(agenda.median)} / libical {milliseconds(libical.median)} ms"
        # `make bench-growth` says what it must be.
        self.add("Q9", what, agenda.over(libical), "", None)

    def views(self, results):
        times = results["agenda", "big10"].over(results["agenda", "big1"])
        self.ratio_at_most("P6", "default view, big10 / big1", times, 1.3)

    def timeline_peak(self, megabytes):
        self.at_most("P7", "peak memory, warm timeline of x2p100", megabytes, 40, " MB")

    def import_peak(self, peaks):
        """The peak and the file's size in MB, by sample. Two sizes say whether memory grows with the file."""
        for name, (peak, size) in peaks.items():
            self.add("P7", f"peak memory, cold import of {name} ({size:.0f} MB)", f"{peak:.0f} MB", "", None)
        if "big10" in peaks:
            times = peaks["big10"][0] / peaks["big1"][0]
            # For a file ten times larger, a quarter more is due to the allocator, not to the file.
            what, limit = "peak memory, cold import, big10 / big1", "bounded: <= 1.25 x"
            self.add("P7", what, f"{figure(times)} x", limit, times <= 1.25)

    def __str__(self):
        rows = [("goal", "what", "measured", "must be", ""), *sorted(self.lines, key=lambda line: line[0])]
        widths = [max(len(row[column]) for row in rows) for column in range(5)]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
        title = "Goals (a ratio: the median of the rounds, lowest..highest; --big10 adds P6 and how memory grows)"
        return "\n".join(["", title, *lines])
