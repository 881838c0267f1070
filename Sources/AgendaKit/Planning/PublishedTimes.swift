public import ICalendar

/// What a calendar's text says of a person besides events: published busy times, and the zone.
public struct PublishedTimes: Sendable {
    /// All VFREEBUSY components (RFC 5545 3.6.4) that tell of busy times.
    public private(set) var freeBusy: [FreeBusy] = []
    /// Whether there is a VFREEBUSY: then the calendar tells only of the times that they state. One that only
    /// asks for busy times (`METHOD:REQUEST`, RFC 5546 3.3.2) tells of none.
    public private(set) var hasFreeBusy = false
    /// The person's zone: `X-WR-TIMEZONE`, else the only zone that the calendar defines. Nil if neither is known.
    public private(set) var zone: TimeZoneRules?
    /// The newest `DTSTAMP` of a VFREEBUSY; nil if none has one.
    public private(set) var stamp: Instant?
    /// What could not be taken as written.
    public private(set) var diagnostics: [Diagnostic] = []

    /// Reads a calendar's text.
    ///
    /// - Parameters:
    ///   - bytes: the text, in any encoding that a source may have.
    ///   - zones: the IANA zones.
    public init(_ bytes: [UInt8], zones: TimeZoneDatabase = SystemZones.database) {
        let scanned = ScannedText(bytes, zones: zones)
        let (bytes, stream) = (scanned.bytes, scanned.stream)
        let definitions = stream.zoneDefinitions(in: bytes)
        let scope = TimeZoneScope(database: zones, definitions: definitions)
        for component in stream.components where component.kind == .freeBusy {
            hasFreeBusy = true
            if component.method == .request { continue }
            let parsed = ICalendarParser.freeBusy(
                in: bytes[component.range], line: component.line, scope: scope)
            diagnostics += parsed.diagnostics
            guard let found = parsed.value else { continue }
            freeBusy.append(found)
            stamp = [stamp, found.stamp].compactMap { $0 }.max()
        }
        let names = Set(definitions.map(\.tzid))
        let named = stream.calendarProperty("X-WR-TIMEZONE")
        zone =
            [named, names.count == 1 ? names.first : nil].lazy.compactMap { $0 }
            .compactMap { scope.rules(for: $0) }.first
    }
}
