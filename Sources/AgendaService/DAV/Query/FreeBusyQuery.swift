package import AgendaKit
package import AgendaSync
package import ICalendar

/// The answer to `C:free-busy-query`: when somebody is busy, and nothing else (RFC 4791 section 7.10).
package struct FreeBusyQuery: Sendable {
    /// What the answer tells of.
    package let range: Range<Instant>
    private var busy: [FreeBusy.Kind: [Range<Instant>]] = [:]
    private var instances = CalendarDataSelection.mostInstances

    /// Nobody is busy yet.
    package init(_ range: Range<Instant>) { self.range = range }

    /// - Parameter periods: when somebody is busy.
    init(_ range: Range<Instant>, busy periods: [FreeBusy.Period]) {
        self.range = range
        busy = Dictionary(grouping: periods, by: \.kind).mapValues { $0.map(\.times) }
    }

    /// When somebody is busy.
    var periods: [FreeBusy.Period] {
        busy.flatMap { kind, times in
            InstantRanges(times).ranges.map { FreeBusy.Period($0, kind) }
        }
    }

    /// Reads a report.
    ///
    /// - Throws: `valid-filter` without exactly one `C:time-range` that has both ends: a bad request (section 7.10 has no
    ///   precondition for it).
    package init(_ report: XMLElement) throws(BrokenCondition) {
        let ranges = report.children.filter { $0.name == .calDAV("time-range") }
        guard ranges.count == 1 else { throw .validFilter }
        let times = try TimeRange(ranges[0], isWhole: true)
        self.init(times.lower..<times.upper)
    }

    /// Adds the busy times of a resource: of events unless they are cancelled, transparent, or declined by the person; and
    /// of stored busy times.
    ///
    /// - Parameters:
    ///   - text: the resource.
    ///   - zone: places whole days and times without a zone.
    ///   - person: the addresses of whoever is busy.
    /// - Throws: `number-of-matches-within-limits` if all resources have more than 10,000 instances in the range.
    package mutating func add(
        _ text: [UInt8], zone: TimeZoneRules, of person: CalendarAddresses
    ) throws(BrokenCondition) {
        let resource = CalendarResource(text)
        let asked = TimeRange(start: range.lowerBound, end: range.upperBound)
        let (found, dense) = resource.occurrences(in: asked, limit: max(instances, 1))
        guard dense.isEmpty else { throw .numberOfMatchesWithinLimits }
        let declined = Set(found.map(\.component)).filter { index in
            resource.components[index].participantCount > 0
                && ICalendarParser.isDeclined(
                    in: resource.bytes[resource.components[index].range], by: person.all)
        }
        for occurrence in found {
            let times = occurrence.span.instants(in: zone).clamped(to: range)
            guard !times.isEmpty, let event = resource.events[occurrence.component],
                resource.components[occurrence.component].kind == .event
            else { continue }
            instances -= 1
            guard instances >= 0 else { throw .numberOfMatchesWithinLimits }
            var facts = BusyFacts()
            facts.isCancelled = event.status == .cancelled
            facts.isDeclined = declined.contains(occurrence.component)
            facts.isTransparent = event.isTransparent
            guard facts.isBusy else { continue }
            busy[event.status == .tentative ? .tentative : .busy, default: []].append(times)
        }
        for index in resource.components.indices
        where resource.components[index].kind == .freeBusy {
            for period in resource.freeBusy(index)?.periods ?? [] where period.kind != .free {
                busy[period.kind, default: []].append(period.times.clamped(to: range))
            }
        }
    }

    /// The answer as iCalendar text: times of one kind that touch are one.
    ///
    /// - Parameter now: its `DTSTAMP`.
    package func calendar(now: Instant) -> String {
        CalendarWriter.calendar([component("busy-\(NameDigest("\(range) \(now)").hex)", now: now)])
    }

    /// The answer to somebody who asks for times of several people (RFC 6638 section 5).
    ///
    /// - Parameters:
    ///   - uid: the question's.
    ///   - organizer: who asks.
    ///   - attendee: who is busy.
    ///   - now: its `DTSTAMP`.
    func reply(uid: String, organizer: Property, attendee: Property, now: Instant) -> String {
        CalendarWriter.calendar(
            [component(uid, people: [organizer, attendee], now: now)],
            properties: [("METHOD", ["REPLY"])])
    }

    private func component(_ uid: String, people: [Property] = [], now: Instant) -> String {
        let time = { (instant: Instant) in CalendarTime.utc(instant).icalendar }
        var lines = [
            "BEGIN:VFREEBUSY", "UID:\(uid)",
            "DTSTAMP:\(time(now))", "DTSTART:\(time(range.lowerBound))",
            "DTEND:\(time(range.upperBound))",
        ]
        lines += people.map(\.line)
        for (kind, times) in busy.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let periods = InstantRanges(times).ranges.map {
                "\(time($0.lowerBound))/\(time($0.upperBound))"
            }
            guard !periods.isEmpty else { continue }
            let type = kind == .busy ? "" : ";FBTYPE=\(kind.rawValue)"
            lines.append("FREEBUSY\(type):\(periods.joined(separator: ","))")
        }
        let text = (lines + ["END:VFREEBUSY"]).flatMap { LineWriter.folded(Array($0.utf8)) }
        return String(decoding: text, as: UTF8.self)
    }
}
