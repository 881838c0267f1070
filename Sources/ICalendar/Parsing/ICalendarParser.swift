internal import CLibical

/// Reads one component's text into values: plain events by itself, everything else through libical.
///
/// Each component is parsed on its own, so that a bad one costs only itself. Parsing several at
/// the same time is safe: each call has its own component tree.
///
/// ```swift
/// let parsed = ICalendarParser.event(
///     in: """
///         BEGIN:VEVENT
///         UID:standup@example.org
///         DTSTART;TZID=Europe/Berlin:20261019T093000
///         DTEND;TZID=Europe/Berlin:20261019T094500
///         RRULE:FREQ=WEEKLY;BYDAY=MO
///         EXDATE;TZID=Europe/Berlin:20261102T093000
///         SUMMARY:Stand-up
///         END:VEVENT
///         """)
/// print(parsed.value?.summary ?? "", parsed.diagnostics.count)
/// ```
public enum ICalendarParser {
    /// The result of parsing a component.
    public struct Parsed<Value: Sendable>: Sendable {
        /// The value; nil if the component is unusable, which a diagnostic explains.
        public var value: Value?
        /// What could not be taken as written.
        public var diagnostics: [Diagnostic]
    }

    /// Reads a VEVENT or VTODO without its participants, which are only counted; a VJOURNAL as a to-do with
    /// ``Todo/journal``.
    ///
    /// - Parameters:
    ///   - text: the component from its `BEGIN:` to its `END:`, as the scanner found it.
    ///   - line: the line of its `BEGIN:` in the file, for diagnostics.
    ///   - participantCount: as the scanner counted them.
    ///   - method: `METHOD` of the calendar around it. A cancellation or reply without a start
    ///     (RFC 5546 3.2.3 to 3.2.8) is not an event, and not a fault.
    @inlinable
    public static func event(
        in text: some Collection<UInt8>, line: Int = 1, participantCount: Int = 0,
        method: SchedulingMethod? = nil
    ) -> Parsed<Event> {
        text.withBytes {
            event(inBytes: $0, line: line, participantCount: participantCount, method: method)
        }
    }

    @usableFromInline
    static func event(
        inBytes text: UnsafeRawBufferPointer, line: Int, participantCount: Int,
        method: SchedulingMethod?
    ) -> Parsed<Event> {
        guard var event = PlainEventReader.event(in: text) else {
            if let entry = journal(in: text, line: line) { return entry }
            let parsed = libicalEvent(in: text, line: line, participantCount: participantCount)
            let isMessage =
                parsed.value == nil && method.map(startless.contains) ?? false
                && parsed.diagnostics.allSatisfy { $0.property == "DTSTART" && $0.line == line }
            return isMessage ? Parsed(value: nil, diagnostics: []) : parsed
        }
        event.participantCount = participantCount
        return Parsed(value: event, diagnostics: [])
    }

    /// Set once this process has left out a component that only libical can read, because libical is
    /// not installed. The component's diagnostic says so too. Check it before storing what was read,
    /// or relying on it to be complete.
    public static var failure: ICalendarError? { Libical.missed }

    /// Why libical gave no component.
    private static var unreadable: Diagnostic.Reason {
        .fault(failure == nil ? .unreadable : .libraryMissing)
    }

    /// Methods whose events need no `DTSTART` (RFC 5546 3.2).
    private static let startless: Set<SchedulingMethod> = [
        .cancel, .reply, .refresh, .declineCounter,
    ]

    /// Reads a VEVENT through libical, even a plain one.
    package static func libicalEvent(
        in text: UnsafeRawBufferPointer, line: Int, participantCount: Int
    ) -> Parsed<Event> {
        let divided = LibicalInput(text)
        var reader = EventReader(text: text, line: line)
        guard let component = ComponentHandle(parsing: divided.forLibical) else {
            reader.report(.error, "VEVENT", after: 0, unreadable)
            return Parsed(value: nil, diagnostics: reader.diagnostics)
        }
        var event = reader.event(component, divided)
        event?.participantCount = participantCount
        return Parsed(value: event, diagnostics: reader.diagnostics)
    }

    /// The `UID` that ``event(in:line:participantCount:method:)`` finds; nil if the component cannot be
    /// read.
    package static func uid(in text: some Collection<UInt8>) -> String? {
        text.withBytes { PlainEventReader.uid(in: $0) } ?? event(in: text).value?.uid
    }

    /// Reads a VEVENT with the participants counted, from a text that was not scanned.
    public static func event(in text: String) -> Parsed<Event> {
        let bytes = Array(text.utf8)
        let components = ComponentScanner.scan(bytes).components
        guard let found = components.first(where: { $0.kind == .event }) else {
            return Parsed(value: nil, diagnostics: [Diagnostic(.error, .fault(.noEvent))])
        }
        return event(
            in: bytes[found.range], line: found.line, participantCount: found.participantCount,
            method: found.method)
    }

    /// Reads the `ATTENDEE` properties of a component, in their order.
    public static func participants(in text: some Collection<UInt8>) -> [Participant] {
        let lines = text.withBytes { LibicalInput($0).participants }
        return plainParticipants(lines) ?? libicalParticipants(lines)
    }

    /// As ``participants(in:)``, read by libical whatever they are, for comparison.
    package static func libicalParticipants(in text: some Collection<UInt8>) -> [Participant] {
        libicalParticipants(text.withBytes { LibicalInput($0).participants })
    }

    /// Those in lines that each end with a NUL; nil if one is not plain.
    private static func plainParticipants(_ lines: [UInt8]) -> [Participant]? {
        lines.withUnsafeBytes { lines in
            var participants: [Participant] = []
            for line in lines.split(separator: 0) {
                guard line.starts(with: "ATTENDEE".utf8),
                    let content = PlainContent(UnsafeRawBufferPointer(rebasing: line.dropFirst(8))),
                    let participant = content.participant
                else { return nil }
                participants.append(participant)
            }
            return participants
        }
    }

    private static func libicalParticipants(_ lines: [UInt8]) -> [Participant] {
        guard !lines.isEmpty else { return [] }
        let wrapped = Array("BEGIN:VEVENT\0".utf8) + lines + Array("END:VEVENT\0".utf8)
        guard let component = ComponentHandle(parsing: wrapped) else { return [] }
        var participants: [Participant] = []
        component.forEachProperty { property in
            guard icalproperty_isa(property) == ICAL_ATTENDEE_PROPERTY,
                let address = PropertyReader.text(icalproperty_get_attendee(property))
            else { return }
            participants.append(PropertyReader.participant(property, address: address))
        }
        return participants
    }

    /// Reads a VTIMEZONE (RFC 5545 3.6.5).
    ///
    /// - Parameters:
    ///   - text: the component as the scanner found it.
    ///   - line: the line of its `BEGIN:` in the file, for diagnostics.
    public static func timeZone(
        in text: some Collection<UInt8>, line: Int = 1
    ) -> Parsed<TimeZoneDefinition> {
        if let zone = text.withBytes({ PlainZoneReader.zone(in: $0) }) {
            return Parsed(value: zone, diagnostics: [])
        }
        return libicalTimeZone(in: text, line: line)
    }

    /// As ``timeZone(in:line:)``, read by libical whatever it is, for comparison.
    package static func libicalTimeZone(
        in text: some Collection<UInt8>, line: Int = 1
    ) -> Parsed<TimeZoneDefinition> {
        let input = text.withBytes { LibicalInput($0) }
        guard let component = ComponentHandle(parsing: input.forLibical) else {
            let diagnostic = Diagnostic(.error, line: line, property: "VTIMEZONE", unreadable)
            return Parsed(value: nil, diagnostics: [diagnostic])
        }
        var reader = TimeZoneReader(line: line)
        let definition = reader.definition(component)
        return Parsed(value: definition, diagnostics: reader.diagnostics)
    }
}

extension PropertyReader {
    /// An `ATTENDEE` or `ORGANIZER` with its parameters (RFC 5545 3.2).
    static func participant(_ property: OpaquePointer, address: String) -> Participant {
        var participant = Participant(address: address)
        participant.name = parameter(property, ICAL_CN_PARAMETER).flatMap {
            text(icalparameter_get_cn($0))
        }
        if let role = keyword(property, ICAL_ROLE_PARAMETER) { participant.role = role }
        if let status = keyword(property, ICAL_PARTSTAT_PARAMETER) { participant.status = status }
        if let kind = keyword(property, ICAL_CUTYPE_PARAMETER) { participant.kind = kind }
        participant.expectsReply =
            parameter(property, ICAL_RSVP_PARAMETER).map {
                icalparameter_get_rsvp($0) == ICAL_RSVP_TRUE
            } ?? false
        return participant
    }

    /// A parameter's value as written, in upper case, even if libical does not know it.
    private static func keyword(
        _ property: OpaquePointer, _ kind: icalparameter_kind
    ) -> String? {
        guard let found = parameter(property, kind) else { return nil }
        // The text is `NAME=VALUE`; the enumerations' getters lose values that are not listed.
        guard let written = text(icalparameter_as_ical_string(found)),
            let equals = written.firstIndex(of: "=")
        else { return nil }
        return written[written.index(after: equals)...].uppercased()
            .trimmingQuotes()
    }
}

extension String {
    fileprivate func trimmingQuotes() -> String {
        hasPrefix("\"") && hasSuffix("\"") && count >= 2 ? String(dropFirst().dropLast()) : self
    }
}
