internal import ICalendar

/// The VTIMEZONEs that come along with the components of one event or to-do, in standard form: of zones that nobody else
/// knows, such as Exchange's `Customized Time Zone` (RFC 5545 3.2.19, 3.6.5).
struct OwnZones: Sendable {
    /// By `TZID`.
    private(set) var definitions: [String: [UInt8]] = [:]

    var isEmpty: Bool { definitions.isEmpty }

    init(_ definitions: [String: [UInt8]] = [:]) { self.definitions = definitions }

    /// Those of a text; none without text.
    init(in text: [UInt8]?) {
        guard let text else { return }
        for component in ComponentScanner.scan(text).components where component.kind == .timeZone {
            let zone = Array(text[component.range])
            guard let tzid = ICalendarParser.timeZone(in: zone).value?.tzid else { continue }
            add([tzid: StandardForm.text(of: zone).bytes])
        }
    }

    /// Adds definitions of zones that it does not have.
    mutating func add(_ others: [String: [UInt8]]) {
        definitions.merge(others) { own, _ in own }
    }

    /// Resolves what these and the tz data define.
    func scope(_ zones: TimeZoneDatabase) -> TimeZoneScope {
        TimeZoneScope(
            database: zones,
            definitions: definitions.sorted { $0.key < $1.key }.compactMap {
                ICalendarParser.timeZone(in: $0.value).value
            })
    }

    /// Those without which some components would take place at another time.
    func needed(by texts: [[UInt8]], among zones: TimeZoneDatabase) -> OwnZones {
        guard !isEmpty else { return self }
        let scope = scope(zones)
        var needed = OwnZones()
        for event in texts.compactMap({ ComponentEdit($0)?.event }) {
            for tzid in event.timeZones where !event.keepsTimes(in: tzid, of: scope, among: zones) {
                let name = TimeZoneScope.trimmed(tzid)
                if let definition = definitions[tzid] ?? definitions[name] {
                    needed.add([name: definition])
                }
            }
        }
        return needed
    }

    /// A whole calendar of these and some components; without definitions, the components alone.
    func text(with components: [[UInt8]]) -> [UInt8] {
        guard !isEmpty else { return components.flatMap { $0 } }
        let zones = definitions.sorted { $0.key < $1.key }.map(\.value)
        return Array(
            CalendarWriter.calendar(
                (zones + components).map { String(decoding: $0, as: UTF8.self) }
            )
            .utf8)
    }
}
