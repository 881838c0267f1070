internal import CalendarMerge
internal import ICalendar

/// What the calendars of a mirror hold, each event once: as the merge of their copies has it.
struct MirroredCalendar: Sendable {
    /// One VEVENT with its text, which alone tells its participants.
    struct Part: Hashable, Sendable {
        var event: Event
        var text: [UInt8]
        /// Whether everybody may know what it is. A class that we do not know counts as private (RFC 5545 3.8.1.3).
        var isPublic: Bool
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
    ///   - uids: of events that a rule calls private.
    ///   - zones: the IANA zones.
    init(
        _ text: [UInt8], private uids: Set<String> = [],
        zones: TimeZoneDatabase = SystemZones.database
    ) {
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
            let isPublic =
                (event.classification?.uppercased() ?? "PUBLIC") == "PUBLIC"
                && !uids.contains(event.uid)
            let whole = Part(event: event, text: part, isPublic: isPublic)
            if event.recurrenceID != nil {
                series[place].overrides.append(whole)
            } else if series[place].master == nil {
                series[place].master = whole
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
        let (merge, privateUIDs) = try mergeForOthers(filter, leavingOut: paths, zones: zones)
        return MirroredCalendar(merge.bytes, private: privateUIDs, zones: zones)
    }
}
