internal import CalendarMerge
internal import ICalendar

/// What the calendars of a mirror hold, each event once: as the merge of their copies has it.
struct MirroredCalendar: Sendable {
    /// One VEVENT with its text, which alone tells its participants.
    struct Part: Hashable, Sendable {
        var event: Event
        var text: [UInt8]
        /// Whether everybody may know what it is. A class that we do not know counts as private (RFC 5545 3.8.1.3).
        var isPublic: Bool { (event.classification?.uppercased() ?? "PUBLIC") == "PUBLIC" }
    }

    /// The components of one UID.
    struct Series: Hashable, Sendable {
        var uid: String
        var master: Part?
        var overrides: [Part] = []
        /// Whether a rule calls it private, whatever its texts say.
        var isPrivate = false
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
                series.append(Series(uid: event.uid, isPrivate: uids.contains(event.uid)))
            }
            let whole = Part(event: event, text: part)
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
    ///   - paths: of files that are none of them.
    ///   - today: by UTC.
    ///   - zones: the IANA zones.
    /// - Throws: the errors of reading (``AgendaError``).
    func mirrored(
        by mirror: Mirror, _ sources: [CalendarSource], leavingOut paths: Set<String>,
        today: CivilDate, zones: TimeZoneDatabase
    ) throws(AgendaError) -> MirroredCalendar {
        var filter = EventFilter()
        filter.calendars = Set(
            sources.filter { $0.makesBusy || !mirror.isBusyOnly }.map(\.name))
        filter.rules = .mirrors
        guard !filter.calendars.isEmpty else { return MirroredCalendar([], zones: zones) }
        let (merge, privateUIDs) = try mergeForOthers(
            filter, leavingOut: paths, until: Self.ruledEnd(of: mirror, today), zones: zones)
        return MirroredCalendar(merge.bytes, private: privateUIDs, zones: zones)
    }

    /// Until when rules judge the instances of series one by one: long after the last day that the mirror takes, and the same for
    /// a year, since days that pass should change no block.
    private static func ruledEnd(of mirror: Mirror, _ today: CivilDate) -> CivilDate {
        let last = today + mirror.days
        return CivilDate(uncheckedYear: last.yearMonthDay.year + 2, month: 1, day: 1)
    }
}
