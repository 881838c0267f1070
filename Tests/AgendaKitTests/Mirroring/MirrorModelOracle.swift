import ICalendar
import Testing

@testable import AgendaKit

/// The rules of a machine, and what they hide.
struct MirrorModelRules {
    let set: RuleSet
    private let title: String?
    private let weekday: Weekday?

    init(_ random: inout Dice) throws {
        var rules: [Rule] = []
        title = random.below(3) == 0 ? "Secret origin-e\(random.below(8))" : nil
        weekday = random.below(3) == 0 ? random.one(of: [.tuesday, .saturday]) : nil
        if let title { rules.append(try Rule([.summary: [title], .hide: ["true"]])) }
        if let weekday {
            let name = weekday == .tuesday ? "tuesday" : "saturday"
            rules.append(try Rule([.weekdays: [name], .hide: ["true"]]))
        }
        set = RuleSet(rules, zone: "Europe/Berlin")
    }

    /// Whether an instance is hidden.
    ///
    /// - Parameter zone: of its event, or the reader's.
    func hides(_ event: Event, _ span: Span, zone: TimeZoneRules) -> Bool {
        if let title, event.summary == title { return true }
        let date =
            switch span {
            case .dates(let days): days.lowerBound
            case .floating(let range): range.lowerBound.date
            case .instants(let range): zone.wallTime(at: range.lowerBound).date
            }
        return weekday == date.weekday
    }
}

/// When events keep somebody busy: by the recurrence rules alone.
struct MirrorModelOracle {
    private let days: Range<CivilDate>
    private let rules: MirrorModelRules
    private let berlin: TimeZoneRules

    init(from today: CivilDate, days: Int, rules: MirrorModelRules) throws {
        (self.days, self.rules) = (today..<(today + days), rules)
        berlin = try Make.zone("Europe/Berlin")
    }

    /// The times of some files' events, from the first day on: what is compared, and what nobody can tell from its parts.
    func busy(_ texts: Set<String>, isRuled: Bool) throws -> Set<String> {
        let (begin, end) = (
            Instant(utc: CivilDateTime(days.lowerBound)),
            Instant(utc: CivilDateTime(days.upperBound))
        )
        var busy: Set<String> = []
        for text in texts {
            try forEachInstance(of: text) { instance, event, zone in
                guard !event.isTransparent, event.status != .cancelled,
                    !isRuled || !rules.hides(event, instance.span, zone: zone)
                else { return }
                if case .dates(let range) = instance.span {
                    guard range.upperBound > days.lowerBound, range.lowerBound < days.upperBound
                    else { return }
                    busy.insert("\(range.lowerBound.iso)/\(range.upperBound.iso)")
                } else {
                    var range = instance.span.instants(in: berlin)
                    if case .floating(let wall) = instance.span {
                        // A block has a zone. Across a change of its clock it lasts as long as ever (RFC 5545 3.3.6), where a
                        // time without a zone ends when the clock says so.
                        let length =
                            wall.upperBound.secondsSinceEpoch - wall.lowerBound.secondsSinceEpoch
                        if length < 86_400 {
                            range = range.lowerBound..<range.lowerBound + length
                        }
                    }
                    guard !range.isEmpty, range.upperBound > begin, range.lowerBound < end else {
                        return
                    }
                    busy.insert("\(range.lowerBound.utc.iso)/\(range.upperBound.utc.iso)")
                }
            }
        }
        return busy
    }

    /// The names, at first, that blocks of an event may have.
    func blocks(of text: String, _ mirror: Mirror) throws -> Set<String> {
        let names = MirrorNames(secret: mirror.secret)
        let uid = MirrorModelServer.uid(text)
        let (events, scope) = read(text)
        var parts = [uid]
        let later = events.filter(\.overridesFuture)
        for case let id? in later.map(\.recurrenceID) {
            guard let start = events.first?.start else { continue }
            parts.append(names.uid(of: uid, scope.point(of: id, inSeriesFrom: start)))
            // One that moves all later ones moves the first of the next part, too, which is called by its new time.
            for event in later {
                guard let from = event.recurrenceID?.wallTime else { continue }
                let shift = event.start.wallTime.secondsSinceEpoch - from.secondsSinceEpoch
                let moved = start.with(wallTime: id.wallTime + shift)
                parts.append(names.uid(of: uid, scope.point(of: moved, inSeriesFrom: start)))
            }
        }
        var found = Set(parts.map { names.uid(of: $0) })
        for part in parts {
            try forEachInstance(of: text) { instance, _, _ in
                // In a later part instances are called by their new times.
                for id in [instance.recurrenceID, instance.span.start].compactMap({ $0 }) {
                    found.insert(names.uid(of: part, id))
                }
            }
        }
        return found
    }

    private func read(_ text: String) -> (events: [Event], scope: TimeZoneScope) {
        let bytes = Array(text.utf8)
        let events = ComponentScanner.scan(bytes).components.filter { $0.kind == .event }
            .compactMap { ICalendarParser.event(in: bytes[$0.range]).value }
        return (events, OwnZones(in: bytes).scope(SystemZones.database))
    }

    private func forEachInstance(
        of text: String, _ body: (Instance, Event, TimeZoneRules) throws -> Void
    ) throws {
        let (events, scope) = read(text)
        let overrides = events.filter { $0.recurrenceID != nil }
        let master = events.first { $0.recurrenceID == nil }
        let found = RecurrenceSet(master: master, overrides: overrides)
            .instances(overlapping: (days.lowerBound - 1)..<(days.upperBound + 1), in: scope)
        for instance in found.instances {
            guard let event = instance.override.map({ overrides[$0] }) ?? master else { continue }
            let isNewYork = event.start.tzid == "America/New_York"
            try body(instance, event, isNewYork ? try Make.zone("America/New_York") : berlin)
        }
    }
}
