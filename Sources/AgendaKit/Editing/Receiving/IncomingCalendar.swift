public import ICalendar

/// The events and to-dos of a calendar that came by mail or download, for
/// ``CalendarEditor/receive(_:into:as:from:followsEvents:commits:)``.
public struct IncomingCalendar: Sendable {
    /// The events, or the to-dos, of one `UID`.
    struct Series: Sendable {
        var name: SeriesName
        /// In standard form (RFC 5545 3.1), in their order, each text once.
        var texts: [[UInt8]] = []

        var uid: String { name.uid }
    }

    /// `METHOD` in upper case (RFC 5546 1.4); nil if there is none.
    public let method: String?
    /// How many components were not asked for, or are neither events nor to-dos: journal entries, free and busy times.
    public let otherCount: Int
    /// Faults of components that cannot be read, and what could not be taken as written in the others.
    public let diagnostics: [Diagnostic]
    /// Whether its method tells of events that a calendar has, so that a component may lack what they have.
    let isAboutStored: Bool
    /// In the order of their first components.
    let series: [Series]
    /// Resolves the zones that it names.
    let scope: TimeZoneScope
    /// The texts of its VTIMEZONEs in standard form, by `TZID`.
    let definitions: [String: [UInt8]]

    /// Reads a calendar's text.
    ///
    /// - Parameters:
    ///   - bytes: the text, in any encoding that a source may have.
    ///   - place: its name in errors, such as its path.
    ///   - kinds: what is wanted of it.
    ///   - zones: the IANA zones.
    /// - Throws: `notACalendar`; `invalid` for a calendar that ends too early.
    public init(
        _ bytes: [UInt8], place: String, kinds: Set<Event.Kind> = [.event],
        zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) {
        let isEmpty = bytes.isEmpty
        let content = ScannedContent(bytes, key: .process)
        let (bytes, stream) = (content.bytes, content.stream)
        try Importer.requireCalendar(stream, isEmpty: isEmpty, path: place)
        guard stream.isComplete || stream.lacksOnlyEnd(in: bytes) else {
            throw AgendaError(.incompleteReceived, place: place)
        }
        method = stream.calendarProperty("METHOD")
            .map { $0.uppercased().filter { !$0.isWhitespace } }.flatMap { $0.isEmpty ? nil : $0 }
        isAboutStored = method.map(Self.aboutStored.contains) ?? false
        var (definitions, zoneValues) = ([String: [UInt8]](), [TimeZoneDefinition]())
        var (series, places) = ([Series](), [SeriesName: Int]())
        var (diagnostics, others) = (stream.diagnostics, 0)
        for component in stream.components {
            let text = Array(bytes[component.range])
            if component.kind == .timeZone {
                let parsed = ICalendarParser.timeZone(in: text)
                guard let zone = parsed.value else { continue }
                zoneValues.append(zone)
                definitions[zone.tzid] = definitions[zone.tzid] ?? StandardForm.text(of: text).bytes
            } else if let kind = Event.Kind(component.kind), kinds.contains(kind) {
                let parsed = ICalendarParser.event(in: text, line: component.line)
                let standard = StandardForm.text(of: text).bytes
                guard
                    let uid = parsed.value?.uid
                        ?? (isAboutStored
                            ? ComponentDocument(standard)?.properties("UID").first?.value : nil)
                else {
                    diagnostics += parsed.diagnostics
                    continue
                }
                if parsed.value != nil { diagnostics += parsed.diagnostics }
                let name = SeriesName(kind: kind, uid: uid)
                let place = places[name] ?? series.count
                if place == series.count {
                    series.append(Series(name: name))
                    places[name] = place
                }
                let named = Self.naming(standard, uid)
                if !series[place].texts.contains(named) { series[place].texts.append(named) }
            } else {
                others += 1
            }
        }
        (self.definitions, self.series, self.diagnostics) = (definitions, series, diagnostics)
        otherCount = others
        scope = TimeZoneScope(database: zones, definitions: zoneValues)
    }

    /// Methods about an event that the recipient has: they need not say when it is (RFC 5546 3.2.3, 3.2.5, 3.2.6,
    /// 3.2.8).
    private static let aboutStored: Set<String> = ["CANCEL", "REPLY", "REFRESH", "DECLINECOUNTER"]

    /// Writes the `UID` that was made for a component without one: read again, the changed text would get another.
    private static func naming(_ text: [UInt8], _ uid: String) -> [UInt8] {
        guard var lines = ComponentDocument(text), lines.properties("UID").isEmpty else {
            return text
        }
        lines.replace("UID", with: [.init(name: "UID", bytes: Array("UID:\(uid)\r\n".utf8))])
        return lines.bytes
    }
}
