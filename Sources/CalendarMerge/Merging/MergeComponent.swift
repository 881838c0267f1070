internal import ICalendar

/// One component of a calendar to be merged, and what decides which copy of it wins.
struct MergeComponent: Sendable {
    /// The property that tells that an instance was laid over the series beside it. It lets a later
    /// merge treat the instance as the copy of its own that it was.
    static let mark = "X-AGENDA-LAID-OVER"

    /// Its resource's place among those that were read.
    var resource: Int
    /// Such as `VEVENT`.
    var name: String
    /// The line of its `BEGIN:`.
    var line: Int
    /// Its text as it stands in the file.
    var text: [UInt8]
    /// Its values, when it is an event.
    var event: Event?
    /// `UID`; one made of the text where there is none.
    var uid: String
    /// `DTSTART`; nil where there is none.
    var start: OccurrencePoint?
    /// The instance's original start; nil for a master.
    var recurrenceID: OccurrencePoint?
    /// How new it is.
    var revision: ComponentRevision
    /// Whether an earlier merge laid it over the series beside it.
    var isLaidOver = false
    /// Whether it stands in a scheduling message: then another start is a newer one.
    var isScheduled = false

    /// What is the same in all copies.
    var key: Key { Key(name: name, uid: uid) }

    /// Whether its text may lack a `UID`.
    var mayHaveMadeUID: Bool { uid.hasPrefix("agenda-") }

    /// Names a series among all components.
    struct Key: Hashable {
        var name: String
        var uid: String
    }

    /// An event that was read.
    init(_ event: Event, _ component: ScannedComponent, _ text: [UInt8], in scope: TimeZoneScope) {
        self.init(component, text, name: component.kind.rawValue, uid: event.uid)
        self.event = event
        revision = ComponentRevision(event)
        start = scope.point(of: event.start)
        recurrenceID = event.recurrenceID.map { scope.point(of: $0) }
        // Most overrides come from where their series does.
        isLaidOver =
            recurrenceID != nil
            && ComponentDocument(text).map { !$0.properties(Self.mark).isEmpty } ?? false
    }

    /// A component that is no event: a task, a journal entry, or one that nobody knows.
    init(other component: ScannedComponent, _ text: [UInt8], in scope: TimeZoneScope) {
        let made = "agenda-\(text.withUnsafeBytes { NameDigest($0) }.hex)"
        guard let lines = ComponentDocument(text), component.kind != .other else {
            let name = ComponentDocument(text)?.name ?? ""
            // Only what is the same to the last letter is the same.
            let standard = StandardForm.text(of: text).bytes
            let digest = standard.withUnsafeBytes { NameDigest($0) }
            self.init(component, text, name: name, uid: digest.hex)
            return
        }
        let uid = lines.properties("UID").first?.fields.joined(separator: ";")
        self.init(component, text, name: lines.name, uid: uid ?? made)
        func instant(_ name: String) -> Instant? {
            lines.time(name).map { Instant(utc: $0.wallTime) }
        }
        revision = ComponentRevision(
            sequence: lines.properties("SEQUENCE").first.flatMap { Int($0.value) } ?? 0,
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
