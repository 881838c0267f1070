internal import AgendaKit
internal import CalendarMerge
internal import ICalendar

/// A resource's text as reports read it: what is in it, and when that takes place. Each is read when it is first asked for.
///
/// One thread uses it at a time.
final class CalendarResource {
    /// The text in the form that is read, see `ScannedText`.
    let bytes: [UInt8]
    /// What is in it.
    let stream: ScannedStream
    private let zones: TimeZoneDatabase

    init(_ text: [UInt8], zones: TimeZoneDatabase = SystemZones.database) {
        let scanned = ScannedText(text, zones: zones)
        (bytes, stream, self.zones) = (scanned.bytes, scanned.stream, zones)
    }

    /// The components directly in the calendar.
    var components: [ScannedComponent] { stream.components }

    /// What its zones mean.
    private(set) lazy var scope = TimeZoneScope(
        database: zones,
        definitions: stream.zoneDefinitions(in: bytes))

    /// The busy times that a component is; nil for one that cannot be read.
    func freeBusy(_ index: Int) -> FreeBusy? {
        ICalendarParser.freeBusy(in: bytes[components[index].range], scope: scope).value
    }

    /// The components' texts, divided; nil for one that cannot be.
    private(set) lazy var documents = components.map { ComponentDocument(bytes[$0.range]) }

    /// What was read of the components; nil for those that are no event, to-do or journal entry, or cannot be read.
    private(set) lazy var events = read.map(\.event)

    /// Whether nothing of a component is lost that decides when it takes place.
    func isReadable(_ index: Int) -> Bool { read[index].isReadable }

    private lazy var read = components.map { component -> (event: Event?, isReadable: Bool) in
        let text = bytes[component.range]
        switch component.kind {
        case .event, .todo:
            let parsed = ICalendarParser.event(
                in: text, line: component.line, participantCount: component.participantCount)
            let isWhole = !parsed.diagnostics.contains { $0.severity == .error }
            return (parsed.value, parsed.value != nil && isWhole)
        case .journal:
            let event = Journal(text)?.event
            return (event, event != nil)
        case .freeBusy, .timeZone, .other: return (nil, true)
        }
    }

    /// A component's name in upper case.
    func name(_ index: Int) -> String {
        let kind = components[index].kind
        return kind == .other ? documents[index]?.name ?? "" : kind.rawValue
    }

    /// The components of each series, or of what does not recur.
    private(set) lazy var series: [[Int]] = {
        struct Name: Hashable {
            let kind: ScannedComponent.Kind
            let uid: String
        }
        var members: [Name: [Int]] = [:]
        for (index, event) in events.enumerated() {
            guard let event else { continue }
            members[Name(kind: components[index].kind, uid: event.uid), default: []].append(index)
        }
        return members.values.flatMap { members in
            let events = members.compactMap { self.events[$0] }
            return EventsOfUID(events, in: scope) { _ in false }.groups.map { group in
                group.indices.map { members[$0] }
            }
        }
    }()

    /// An instance, or what does not recur.
    struct Occurrence {
        /// The component that describes it.
        let component: Int
        let span: Span
        /// Nil unless the series recurs.
        let recurrenceID: OccurrencePoint?
    }

    /// What may take place in a range of time, and a few days around it: the caller compares the times.
    ///
    /// - Parameters:
    ///   - range: of a series with more instances than the limit, the first in it are found.
    ///   - limit: how many instances of a series are looked for.
    ///   - ofMasters: whether overrides are passed over, as if no instance had one.
    /// - Returns: the occurrences; and the series, as places in ``series``, of which some in the range are missing.
    func occurrences(
        in range: TimeRange, limit: Int, ofMasters: Bool = false
    ) -> (found: [Occurrence], dense: Set<Int>) {
        let asked = ReaderDays(range.days, instants: range.instants)
        let expander = OccurrenceExpander(scope: scope)
        var (found, dense) = ([Occurrence](), Set<Int>())
        for (place, all) in series.enumerated() {
            let members = all.filter { !ofMasters || events[$0]?.recurrenceID == nil }
            let expansion = expander.expand(
                members.compactMap { events[$0] }, days: range.days,
                wish: ExpansionWish(asked, around: asked), limit: limit)
            if expansion.complete != nil { dense.insert(place) }
            found += expansion.occurrences.map {
                Occurrence(
                    component: members[$0.component], span: $0.span, recurrenceID: $0.recurrenceID)
            }
        }
        return (found, dense)
    }
}
