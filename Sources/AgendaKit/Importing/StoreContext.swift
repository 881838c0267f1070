internal import CalendarFiles
internal import Glibc
internal import ICalendar

/// What importing and editing share: the store, and what a change of it depends on.
struct StoreContext: Sendable {
    let store: EventStore
    let clock: any AgendaClock
    let zones: TimeZoneDatabase
    let origins: OriginRule
    /// The calendars that are no files.
    var kept: (any KeptCalendars)?
    /// Hears of changes before they are written; nil where nobody else is told of them.
    var desk: (any SchedulingDesk)?

    /// How often to work a change out again because another process was faster.
    static let maximalAttempts = 10

    /// What an import needs. Moves the horizon if today has left it.
    func importContext() throws(AgendaError) -> ImportContext {
        // Any zone's today is within a day of UTC's, which the horizon allows for.
        let today = clock.now.utc.date
        let stored = try store.horizon()
        if Horizon.covers(stored, today: today) {
            return ImportContext(zones: zones, horizon: stored, key: store.digestKey)
        }
        let days = Horizon.days(around: today)
        try store.moveHorizon(to: days, zones: zones)
        return ImportContext(zones: zones, horizon: days, key: store.digestKey)
    }

    /// Who has changed what an import finds in a source.
    func origin(of source: CalendarSource, _ refresh: Refresh) -> ChangeOrigin {
        refresh.origins[source.id] ?? ChangeOrigin(origins.imports(source))
    }

    /// Who makes a change: a device where one is noted, else whoever edits here.
    func origin(of change: EventChange?) -> ChangeOrigin.Kind {
        change?.device == nil ? origins.edits : .device
    }

    /// The texts of a folder that is a source.
    ///
    /// - Parameters:
    ///   - key: of the digests that say what was read.
    ///   - mendsEachTime: as of a ``FolderBank``.
    func texts(
        of source: CalendarSource, key: ContentDigest.Key, mendsEachTime: Bool = true
    ) throws(BankError) -> any ResourceTexts {
        let location = source.location ?? ""
        guard source.isKept else {
            return try FolderBank(location, key: key, mendsEachTime: mendsEachTime)
        }
        guard let bank = kept?.bank(at: location) else {
            throw BankError(.failed(SystemFailure(ENOENT)))
        }
        return KeyedBank(bank: bank, key: key)
    }

    /// Thrown when a change was worked out ``maximalAttempts`` times.
    var gaveUp: AgendaError {
        AgendaError(.keepsChanging, place: store.path ?? "")
    }
}

extension ResourceRecord {
    /// A new row for an event, to-do or journal entry of the local calendar.
    init(local name: SeriesName, of local: CalendarSource) {
        self.init(sourceID: local.id, href: Self.localHref(name))
    }

    /// The name of the resource of a local event, to-do or journal entry.
    static func localHref(_ name: SeriesName) -> String { localHref(of: name.key) }

    /// The name of the resource of what has a key in the local calendar.
    static func localHref(of key: UInt64) -> String {
        let id = OccurrenceID(key: key, recurrenceID: nil)
        let start = id.isJournal ? "journal-" : id.kind == .todo ? "todo-" : ""
        return start + id.description + ".ics"
    }
}
