internal import ICalendar

/// One version of a resource: its text, whole, and what the names of its zones mean.
struct ResourceText {
    /// The text as it was given.
    let original: [UInt8]
    /// The text in UTF-8 or Windows-1252, without a byte order mark.
    let bytes: [UInt8]
    /// The calendar's own properties and its components.
    let calendar: ComponentDocument
    let scope: TimeZoneScope

    /// - Returns: nil if the text is not one whole `VCALENDAR`, or a component in it is not whole.
    init?(_ text: [UInt8], _ scopes: MergeScopes) {
        original = text
        let normalised = TextEncoding.normalised(text) ?? text
        bytes =
            normalised.starts(with: [0xEF, 0xBB, 0xBF])
            ? Array(normalised.dropFirst(3)) : normalised
        // The scanner bounds the depth, so that nothing after it recurses without limit.
        let stream = ComponentScanner.scan(bytes)
        guard stream.isComplete, let calendar = ComponentDocument(bytes),
            calendar.name == "VCALENDAR"
        else { return nil }
        let components = calendar.parts.filter(\.isComponent)
        guard components.count == stream.components.count,
            !components.contains(where: { $0.name == "VCALENDAR" }), Self.isWhole(calendar)
        else { return nil }
        self.calendar = calendar
        scope = scopes.zones(of: stream, in: bytes).scope
    }

    /// Whether every component in it ends where it should, and no empty line is continued: without that line, the next
    /// writer would join the two beside it.
    private static func isWhole(_ document: ComponentDocument) -> Bool {
        document.parts.allSatisfy { part in
            part.isComponent
                ? ComponentDocument(part.bytes).map(isWhole) ?? false
                : part.name != "END" && part.name != "BEGIN"
                    && part.bytes.first.map { $0 > 0x0D } ?? false
        }
    }

    /// The definitions of zones, by name.
    static func zones(of calendar: ComponentDocument) -> [(
        name: String, part: ComponentDocument.Part
    )] {
        calendar.parts.compactMap { part in
            guard part.isComponent, part.name == "VTIMEZONE",
                let zone = ComponentDocument(part.bytes)?.properties("TZID").first
            else { return nil }
            return (TimeZoneScope.trimmed(zone.value), part)
        }
    }

    /// The zones that properties and definitions name.
    private var zoneNames: Set<String> {
        let names = calendar.parts.filter { $0.isComponent && $0.name != "VTIMEZONE" }.flatMap {
            StandardForm.zones(in: $0.bytes)
        }
        return Set(names + Self.zones(of: calendar).map(\.name))
    }

    /// The same with other names for zones that the other text defines otherwise: a name means one thing in a file.
    ///
    /// - Returns: nil if such a zone cannot be renamed, because this text has no definition of it.
    func renamingZones(beside other: ResourceText, _ scopes: MergeScopes) -> ResourceText? {
        let (own, taken) = (zoneNames, other.zoneNames)
        let definitions = Set(Self.zones(of: calendar).map(\.name))
        var names: [String: String] = [:]
        for name in own.intersection(taken).sorted() {
            guard let rules = scope.rules(for: name), let others = other.scope.rules(for: name),
                !rules.hasSameOffsets(as: others)
            else { continue }
            guard definitions.contains(name) else { return nil }
            // A name that an earlier merge gave means this zone already.
            let new = (2...).lazy.map { "\(name) \($0)" }.first { new in
                taken.contains(new)
                    ? other.scope.rules(for: new)?.hasSameOffsets(as: rules) == true
                    : !own.contains(new)
            }
            names[name] = new
        }
        guard !names.isEmpty else { return self }
        var renamed = calendar
        renamed.changeParts { part in
            guard part.isComponent, var document = ComponentDocument(part.bytes) else {
                return part
            }
            let isZone = document.name == "VTIMEZONE"
            document.changeParts { part in
                guard var property = part.property else { return part }
                if isZone, part.name == "TZID" {
                    guard let new = names[TimeZoneScope.trimmed(property.value)] else {
                        return part
                    }
                    property.value = new
                } else {
                    guard let name = property.parameter("TZID"), let new = names[name] else {
                        return part
                    }
                    property.setParameter("TZID", to: new, inPlace: true)
                }
                return PropertyMeaning.part(property)
            }
            return .init(name: part.name, isComponent: true, bytes: document.bytes)
        }
        return ResourceText(renamed.bytes, scopes)
    }
}
