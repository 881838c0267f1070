internal import GRDB
package import ICalendar

/// Some days with all of their events, or the first ones: for a screen that shows many days, and little of each.
package struct DayHeads: Sendable {
    /// Which days, and how much of each.
    package struct Wish: Hashable, Sendable {
        /// The days.
        package var dates: Range<CivilDate>
        /// Those whose events are all wanted.
        package var whole: Range<CivilDate>
        /// How many events are wanted of each other day.
        package var count: Int

        /// A wish from its parts.
        package init(dates: Range<CivilDate>, whole: Range<CivilDate>, count: Int) {
            (self.dates, self.whole, self.count) = (dates, whole, count)
        }

        /// Whether all of another wish is part of this one.
        package func includes(_ other: Wish) -> Bool {
            dates.clamped(to: other.dates) == other.dates
                && whole.clamped(to: other.whole) == other.whole && count >= other.count
        }
    }

    /// The days, each with the events that are known of it.
    package var timeline: Timeline
    /// The days of which only the first events are known.
    package var cut: Set<CivilDate> = []

    /// Days that are known whole.
    package init(_ timeline: Timeline) { self.timeline = timeline }

    /// Cuts the days that need not be known whole.
    package mutating func cut(to wish: Wish) {
        for index in timeline.nodes.indices where !wish.whole.contains(timeline.nodes[index].date) {
            guard timeline.nodes[index].events.count > wish.count else { continue }
            // A copy: a slice would keep the others.
            timeline.nodes[index].events = Array(timeline.nodes[index].events.prefix(wish.count))
            cut.insert(timeline.nodes[index].date)
        }
    }
}

extension NodeWindow {
    /// Slices of days for who keeps little of what is read: few events at a time.
    var smallSlices: [Range<Int>] { slices(length: 8) }
}

extension EventProvider {
    /// Reads some days in one transaction, and keeps of each as much as is wanted.
    package func heads(_ wish: DayHeads.Wish) throws(AgendaError) -> DayHeads {
        let reader = reader(wish.dates)
        return try store.read { database in
            var heads = DayHeads(
                Timeline(revision: 0, zone: reader.window.zone, today: reader.focus, nodes: []))
            try reader.forEach(of: reader.window.smallSlices, database, forgets: true) { slice in
                var part = DayHeads(heads.timeline)
                part.timeline.nodes = slice.nodes
                part.cut(to: wish)
                heads.timeline.revision = slice.revision
                heads.timeline.nodes += part.timeline.nodes
                heads.cut.formUnion(part.cut)
            }
            return heads
        }
    }
}
