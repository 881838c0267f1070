internal import CalendarMerge
internal import ICalendar

/// What the calendars of a mirror hold, each event once: as the merge of their copies has it.
struct MirroredCalendar: Sendable {
    /// One VEVENT with its text, which alone tells its participants.
    struct Part: Hashable, Sendable {
        var event: Event
        var text: [UInt8]
    }

    /// The components of one UID.
    struct Series: Hashable, Sendable {
        var uid: String
        var master: Part?
        var overrides: [Part] = []
    }

    /// In the order of the text.
    private(set) var series: [Series] = []
    /// Resolves the zones that they name.
    let scope: TimeZoneScope

    /// - Parameters:
    ///   - text: of a calendar.
    ///   - zones: the IANA zones.
    init(_ text: [UInt8], zones: TimeZoneDatabase = SystemZones.database) {
        scope = OwnZones(in: text).scope(zones)
        var places: [String: Int] = [:]
        for component in ComponentScanner.scan(text).components where component.kind == .event {
            let part = Array(text[component.range])
            guard let event = ICalendarParser.event(in: part).value,
                !Self.isOfMirror(event.uid, part)
            else { continue }
            let place = places[event.uid] ?? series.count
            if place == series.count {
                places[event.uid] = place
                series.append(Series(uid: event.uid))
            }
            if event.recurrenceID != nil {
                series[place].overrides.append(Part(event: event, text: part))
            } else if series[place].master == nil {
                series[place].master = Part(event: event, text: part)
            }
        }
    }

    /// Whether a component is a block of any mirror: no mirror mirrors another one.
    static func isOfMirror(_ uid: String, _ text: [UInt8]) -> Bool {
        MirrorNames.base(of: uid) != nil
            || ComponentDocument(text)?.properties(MirrorNames.property).isEmpty == false
    }
}

extension MirroredCalendar.Series {
    /// The series as the recurrence rules understand it.
    var set: RecurrenceSet {
        RecurrenceSet(master: master?.event, overrides: overrides.map(\.event))
    }

    /// What describes an instance.
    func part(of instance: Instance) -> MirroredCalendar.Part? {
        instance.override.map { overrides[$0] } ?? master
    }
}

extension EventStore {
    /// What the calendars of a mirror hold, as rules have it; those that leave the reader free have no busy times.
    ///
    /// - Parameters:
    ///   - mirror: which one.
    ///   - sources: its calendars.
    ///   - paths: of files that are none of them.
    ///   - zones: the IANA zones.
    /// - Throws: the errors of reading (``AgendaError``).
    func mirrored(
        by mirror: Mirror, _ sources: [CalendarSource], leavingOut paths: Set<String>,
        zones: TimeZoneDatabase
    ) throws(AgendaError) -> MirroredCalendar {
        var filter = EventFilter()
        filter.calendars = Set(
            sources.filter { $0.makesBusy || !mirror.isBusyOnly }.map(\.name))
        filter.rules = .mirrors
        guard !filter.calendars.isEmpty else { return MirroredCalendar([], zones: zones) }
        var options = CalendarMerge.Options()
        var calendars: [MergeSource]
        (calendars, options.privateUIDs) = try ruledSources(filter)
        for index in calendars.indices where !paths.isEmpty {
            calendars[index].resources.removeAll { paths.contains($0.path) }
        }
        return MirroredCalendar(
            CalendarMerge(calendars, options: options, zones: zones).bytes, zones: zones)
    }
}
