internal import ICalendar

/// One component of a calendar, and what decides which copy of it wins.
struct MergeComponent: Sendable {
    /// The property that marks an instance as laid over the series beside it. It lets a later merge treat the
    /// instance as a copy of its own.
    static let mark = "X-AGENDA-LAID-OVER"

    /// The index of its resource.
    var resource: Int
    /// Such as `VEVENT`.
    var name: String
    /// The line of its `BEGIN:`.
    var line: Int
    /// Its text as in the file.
    var text: [UInt8]
    /// Its values, if it is an event.
    var event: Event?
    /// Its `UID`; one made from the text if it has none.
    var uid: String
    /// Its `DTSTART`; nil if it has none.
    var start: OccurrencePoint?
    /// The instance's original start; nil for a master.
    var recurrenceID: OccurrencePoint?
    /// How new it is.
    var revision: ComponentRevision
    /// Whether an earlier merge laid it over the series beside it.
    var isLaidOver = false
    /// Whether it is from a scheduling message: another start then makes it another version, not another
    /// event.
    var isScheduled = false

    /// What all copies have in common.
    var key: Key { Key(name: name, uid: uid) }

    /// Whether its `UID` may be made up, so that its text may lack one.
    var mayHaveMadeUID: Bool { uid.hasPrefix("agenda-") }

    /// Identifies a series among all components.
    struct Key: Hashable {
        var name: String
        var uid: String
    }

    /// Creates a component from a parsed event.
    init(_ event: Event, _ component: ScannedComponent, _ text: [UInt8], in scope: TimeZoneScope) {
        self.init(component, text, name: component.kind.rawValue, uid: event.uid)
        self.event = event
        revision = ComponentRevision(event)
        start = scope.point(of: event.start)
        recurrenceID = event.recurrenceID.map { scope.point(of: $0) }
        // Only overrides are laid over: do not parse the text of a master.
        isLaidOver =
            recurrenceID != nil
            && ComponentDocument(text).map { !$0.properties(Self.mark).isEmpty } ?? false
    }

    /// Creates a component that is not an event: a task, a journal entry, or an unknown component.
    init(other component: ScannedComponent, _ text: [UInt8], in scope: TimeZoneScope) {
        let made = "agenda-\(NameDigest(text).hex)"
        guard let lines = ComponentDocument(text), component.kind != .other else {
            let name = ComponentDocument(text)?.name ?? ""
            // Unknown components are the same only if they are identical in standard form.
            let standard = StandardForm.text(of: text).bytes
            let digest = NameDigest(standard)
            self.init(component, text, name: name, uid: digest.hex)
            return
        }
        let uid = lines.properties("UID").first?.fields.joined(separator: ";")
        self.init(component, text, name: lines.name, uid: uid ?? made)
        func instant(_ name: String) -> Instant? {
            lines.time(name).map { Instant(utc: $0.wallTime) }
        }
        revision = ComponentRevision(
            sequence: lines.sequence,
            lastModified: instant("LAST-MODIFIED"),
            stamp: ComponentRevision.stated(instant("DTSTAMP")))
        start = lines.time("DTSTART").map { scope.point(of: $0) }
        recurrenceID = lines.time("RECURRENCE-ID").map { scope.point(of: $0) }
        isLaidOver = recurrenceID != nil && !lines.properties(Self.mark).isEmpty
    }

    private init(_ component: ScannedComponent, _ text: [UInt8], name: String, uid: String) {
        (resource, self.name, line) = (0, name, component.line)
        (self.text, self.uid) = (text, uid)
        revision = ComponentRevision(sequence: 0, lastModified: nil, stamp: nil)
    }
}
