/// What one pass over an iCalendar stream found (``ComponentScanner``).
public struct ScannedStream: Sendable {
    /// The components directly below the calendars, in the order of the stream.
    public var components: [ScannedComponent] = []
    /// The calendars' own properties, such as `X-WR-CALNAME`, unfolded.
    public var calendarProperties: [Property] = []
    /// Whether the stream has a calendar or a component.
    public var isCalendar = false
    /// Whether every calendar and component ends. Those of a file that is still being written do not.
    public var isComplete = true
    /// What was skipped, and why: the first hundred faults and the number of further ones.
    public var diagnostics: [Diagnostic] = []
    /// The lines that lack, and those that stand where they cannot be meant: see `ScannedText`.
    package var mends: [ScannedMend] = []
    private var omittedCount = 0

    /// Creates a result without components.
    package init() {}

    /// Adds the results of the next piece of the stream, except its components.
    package mutating func addRest(of piece: ScannedStream) {
        isCalendar = isCalendar || piece.isCalendar
        isComplete = isComplete && piece.isComplete
        calendarProperties += piece.calendarProperties
        mends += piece.mends
        let whole = piece.diagnostics.dropLast(piece.omittedCount > 0 ? 1 : 0)
        for diagnostic in whole { report(diagnostic) }
        if piece.omittedCount > 0 { omit(piece.omittedCount) }
    }

    /// The most faults kept of one file. Nobody reads more, and a hostile file could fill the store.
    package static let diagnosticLimit = 100

    /// Keeps the diagnostic, or counts it if there are too many.
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
                .number(omittedCount, .more)))
    }

    /// Whether nothing but the end of the last calendar is missing: only blanks follow the last component.
    ///
    /// - Parameter bytes: the stream.
    package func lacksOnlyEnd(in bytes: [UInt8]) -> Bool {
        guard !isComplete, let last = components.last else { return false }
        return bytes[last.range.upperBound...].allSatisfy { $0 <= 0x20 }
    }

    /// The value of the first calendar property of this name, given in upper case.
    public func calendarProperty(_ name: String) -> String? {
        calendarProperties.first { $0.name == name }.map { TextValue.unescaped($0.value) }
    }

    /// The calendar's name: `NAME` (RFC 7986 5.1), else `X-WR-CALNAME`.
    public var name: String? { calendarProperty("NAME") ?? calendarProperty("X-WR-CALNAME") }
}

/// One component's place in its stream.
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
        /// An X- or IANA component (3.6).
        case other = ""
    }

    /// What the component is.
    public var kind: Kind
    /// Its bytes, from `BEGIN:` to the line end after `END:`.
    public var range: Range<Int>
    /// The line of its `BEGIN:`, 1-based.
    public var line: Int
    /// The digest of its bytes.
    package var digest: ContentDigest
    /// The number of its `ATTENDEE` properties, not counting those of its alarms.
    public var participantCount: Int
    /// Its calendar's number in the stream, from 0 on.
    package var calendar = 0
    /// Its calendar's `METHOD`; nil for a calendar that is no message.
    public var method: SchedulingMethod?
}
