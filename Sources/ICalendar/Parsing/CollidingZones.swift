/// The TZIDs of a stream of several calendars, each with the meaning that its calendar gives it (RFC 5545 3.8.3.1).
struct CollidingZones {
    private struct Meaning {
        var rules: TimeZoneRules?
        var name: String
    }

    private let bytes: [UInt8]
    private let components: [ScannedComponent]
    /// By calendar: another name for each TZID that an earlier calendar defines differently.
    private var newNames: [Int: [String: String]] = [:]

    init(_ stream: ScannedStream, in bytes: [UInt8], _ database: TimeZoneDatabase) {
        (self.bytes, components) = (bytes, stream.components)
        let zones = components.filter { $0.kind == .timeZone }
        // Almost all streams are one calendar.
        guard let first = zones.first, zones.contains(where: { $0.calendar != first.calendar })
        else { return }
        var parsed: [ContentDigest: Meaning] = [:]
        var meanings: [String: [Meaning]] = [:]
        var taken: Set<String> = []
        for zone in zones {
            guard let meaning = parsed[zone.digest] ?? Self.meaning(bytes[zone.range], database)
            else { continue }
            parsed[zone.digest] = meaning
            taken.insert(meaning.name)
        }
        for zone in zones {
            guard let meaning = parsed[zone.digest] else { continue }
            let known = meanings[meaning.name] ?? []
            if let same = known.first(where: { $0.rules.haveSameOffsets(as: meaning.rules) }) {
                if same.name != meaning.name {
                    newNames[zone.calendar, default: [:]][meaning.name] = same.name
                }
                continue
            }
            var new = meaning
            if !known.isEmpty {
                var number = 2
                while !taken.insert("\(meaning.name) \(number)").inserted { number += 1 }
                new.name = "\(meaning.name) \(number)"
                newNames[zone.calendar, default: [:]][meaning.name] = new.name
            }
            meanings[meaning.name, default: []].append(new)
        }
    }

    private static func meaning(_ text: ArraySlice<UInt8>, _ database: TimeZoneDatabase) -> Meaning?
    {
        guard let definition = ICalendarParser.timeZone(in: text).value else { return nil }
        let name = TimeZoneScope.trimmed(definition.tzid)
        let scope = TimeZoneScope(database: database, definitions: [definition])
        return Meaning(rules: scope.rules(for: name), name: name)
    }

    /// The text in which each name has one meaning; nil if it is so already.
    var renamed: [UInt8]? {
        if newNames.isEmpty { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        for component in components {
            guard let names = newNames[component.calendar] else { continue }
            result += bytes[position..<component.range.lowerBound]
            result += Self.text(Array(bytes[component.range]), component.kind, names)
            position = component.range.upperBound
        }
        return result + bytes[position...]
    }

    private static func text(
        _ text: [UInt8], _ kind: ScannedComponent.Kind, _ names: [String: String]
    ) -> [UInt8] {
        guard kind == .timeZone else {
            let isConcerned = StandardForm.zones(in: text).contains { names[$0] != nil }
            return isConcerned ? StandardForm.text(of: text, renamingZones: names).bytes : text
        }
        guard var lines = ComponentDocument(text), let tzid = lines.properties("TZID").first?.value,
            let name = names[TimeZoneScope.trimmed(TextValue.unescaped(tzid))]
        else { return text }
        lines.set("TZID", text: name)
        return lines.bytes
    }
}

extension ScannedStream {
    /// The zones that it defines, as far as they can be read.
    ///
    /// - Parameter bytes: what was scanned.
    package func zoneDefinitions(in bytes: [UInt8]) -> [TimeZoneDefinition] {
        components.filter { $0.kind == .timeZone }.compactMap {
            ICalendarParser.timeZone(in: bytes[$0.range]).value
        }
    }
}
