public import ICalendar

/// A calendar that came by mail or download, as the events that it brings: what
/// ``CalendarEditor/receive(_:into:followsEvents:commits:)`` puts into a calendar of one's own.
public struct IncomingCalendar: Sendable {
    /// The components of one `UID`.
    struct Series: Sendable {
        var uid: String
        /// In standard form (RFC 5545 3.1), in their order, each text once.
        var texts: [[UInt8]] = []
        /// What could not be taken as written.
        var diagnostics: [Diagnostic] = []
    }

    /// `METHOD` in upper case (RFC 5546 1.4); nil where the calendar is only published.
    public let method: String?
    /// How many components are no events: to-dos, journal entries, free and busy times.
    public let otherCount: Int
    /// Events that cannot be read, and what could not be taken as written of the others.
    public let diagnostics: [Diagnostic]
    /// In the order of their first components.
    let series: [Series]
    /// What the names of zones mean in it.
    let scope: TimeZoneScope
    /// The texts of its VTIMEZONEs in standard form, by `TZID`.
    let definitions: [String: [UInt8]]

    /// How many events it brings.
    public var eventCount: Int { series.count }

    /// Reads a calendar's text.
    ///
    /// - Parameters:
    ///   - bytes: the text, in any encoding that a source may have.
    ///   - place: what to call it in errors, such as its path.
    ///   - zones: where IANA zones are read.
    /// - Throws: `notACalendar`; `invalid` for a calendar that ends too early.
    public init(
        _ bytes: [UInt8], place: String, zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) {
        let isEmpty = bytes.isEmpty
        let content = ScannedContent(bytes, key: .process)
        let (bytes, stream) = (content.bytes, content.stream)
        try Importer.requireCalendar(stream, isEmpty: isEmpty, path: place)
        guard stream.isComplete else {
            throw AgendaError(.incompleteReceived, place: place)
        }
        method = stream.calendarProperty("METHOD")
            .map { $0.uppercased().filter { !$0.isWhitespace } }.flatMap { $0.isEmpty ? nil : $0 }
        let isCancel = method == "CANCEL"
        var (definitions, zoneValues) = ([String: [UInt8]](), [TimeZoneDefinition]())
        var (series, places) = ([Series](), [String: Int]())
        var (diagnostics, others) = (stream.diagnostics, 0)
        for component in stream.components {
            let text = Array(bytes[component.range])
            switch component.kind {
            case .timeZone:
                let parsed = ICalendarParser.timeZone(in: text)
                guard let zone = parsed.value else { continue }
                zoneValues.append(zone)
                definitions[zone.tzid] = definitions[zone.tzid] ?? StandardForm.text(of: text).bytes
            case .event:
                let parsed = ICalendarParser.event(in: text, line: component.line)
                let standard = StandardForm.text(of: text).bytes
                guard let uid = parsed.value?.uid ?? (isCancel ? Self.uid(of: standard) : nil)
                else {
                    diagnostics += parsed.diagnostics
                    continue
                }
                // Who cancels need not say when it was (RFC 5546 3.2.5).
                if parsed.value != nil { diagnostics += parsed.diagnostics }
                let place = places[uid] ?? series.count
                if place == series.count {
                    series.append(Series(uid: uid))
                    places[uid] = place
                }
                let named = Self.naming(standard, uid)
                if !series[place].texts.contains(named) { series[place].texts.append(named) }
            default: others += 1
            }
        }
        (self.definitions, self.series, self.diagnostics) = (definitions, series, diagnostics)
        otherCount = others
        scope = TimeZoneScope(database: zones, definitions: zoneValues)
    }

    private static func uid(of text: [UInt8]) -> String? {
        ComponentDocument(text)?.properties("UID").first?.value
    }

    /// A component without `UID` gets the one that was made for it: read again, it would get another.
    private static func naming(_ text: [UInt8], _ uid: String) -> [UInt8] {
        guard var lines = ComponentDocument(text), lines.properties("UID").isEmpty else {
            return text
        }
        lines.replace("UID", with: [.init(name: "UID", bytes: Array("UID:\(uid)\r\n".utf8))])
        return lines.bytes
    }
}
