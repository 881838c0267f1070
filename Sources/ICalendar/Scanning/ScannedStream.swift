/// What one pass over an iCalendar stream found (``ComponentScanner``).
public struct ScannedStream: Sendable {
    /// The components directly below the calendars, in the order of the stream.
    public var components: [ScannedComponent] = []
    /// The calendars' own properties, such as `X-WR-CALNAME`, unfolded.
    public var calendarProperties: [Property] = []
    /// Whether there is a calendar or a component at all.
    public var isCalendar = false
    /// Whether each calendar and component that begins also ends. A file that is being written
    /// is not complete.
    public var isComplete = true
    /// What was skipped, and why: the first hundred, and how many more there are.
    public var diagnostics: [Diagnostic] = []
    private var omittedCount = 0

    /// Nothing found yet.
    package init() {}

    /// Adds what was found in the next piece of the stream, without its components.
    package mutating func addRest(of piece: ScannedStream) {
        isCalendar = isCalendar || piece.isCalendar
        isComplete = isComplete && piece.isComplete
        calendarProperties += piece.calendarProperties
        let whole = piece.diagnostics.dropLast(piece.omittedCount > 0 ? 1 : 0)
        for diagnostic in whole { report(diagnostic) }
        if piece.omittedCount > 0 { omit(piece.omittedCount) }
    }

    /// No one reads more about one file; one of nothing but faults would fill the store.
    package static let diagnosticLimit = 100

    /// Notes what was skipped, unless there is too much of it.
    package mutating func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        if diagnostics.count < Self.diagnosticLimit {
            diagnostics.append(diagnostic())
        } else {
            omit(1)
        }
    }

    private mutating func omit(_ count: Int) {
        if omittedCount > 0 { diagnostics.removeLast() }
        omittedCount += count
        diagnostics.append(
            Diagnostic(
                .error, line: diagnostics.last?.line ?? 1, property: "VCALENDAR",
                message: "\(omittedCount) more like these", remedy: "correct those first"))
    }

    /// The value of the first calendar property of this name, given in upper case.
    public func calendarProperty(_ name: String) -> String? {
        calendarProperties.first { $0.name == name }.map { TextValue.unescaped($0.value) }
    }

    /// The calendar's name: `NAME` (RFC 7986 5.1), else `X-WR-CALNAME`.
    public var name: String? { calendarProperty("NAME") ?? calendarProperty("X-WR-CALNAME") }
}

/// Where one component lies in its stream.
public struct ScannedComponent: Hashable, Sendable {
    /// What the component is.
    public enum Kind: String, Sendable {
        /// An event (RFC 5545 3.6.1).
        case event = "VEVENT"
        /// A task (3.6.2).
        case todo = "VTODO"
        /// A journal entry (3.6.3).
        case journal = "VJOURNAL"
        /// Busy times (3.6.4).
        case freeBusy = "VFREEBUSY"
        /// A zone's definition (3.6.5).
        case timeZone = "VTIMEZONE"
        /// An X- or IANA component.
        case other = ""
    }

    /// What the component is.
    public var kind: Kind
    /// Its bytes in the stream, from `BEGIN:` to the line end after its `END:`.
    public var range: Range<Int>
    /// The line of its `BEGIN:`, 1-based.
    public var line: Int
    /// The digest of its bytes.
    public var digest: ContentDigest
    /// How many `ATTENDEE` properties it has itself, those of its alarms not counted.
    public var participantCount: Int
    /// What the calendar is for that it stands in; nil for nothing out of the ordinary.
    public var method: SchedulingMethod?
}
