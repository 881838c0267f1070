internal import ICalendar

/// One version of a resource, divided into its components.
struct DividedResource {
    /// Tells a resource's components apart.
    struct Key: Hashable {
        /// Such as `VEVENT`.
        var name: String
        var uid: String
        /// The instance's original start, whatever its form; nil for a master.
        var recurrenceID: OccurrencePoint?
        /// `THISANDFUTURE`, or nothing.
        var range = ""
        /// Several of one key: copies, which a resource should not have.
        var ordinal = 0

        /// The series that it belongs to.
        var series: MergeComponent.Key { MergeComponent.Key(name: name, uid: uid) }
    }

    private(set) var calendar: ComponentDocument
    private let times: MergeTimes
    /// In the order of the text.
    private(set) var keys: [Key] = []
    private var components: [Key: ComponentProperties] = [:]

    init(_ text: ResourceText, _ zones: MergeZones) {
        calendar = text.calendar
        times = MergeTimes(scope: text.scope, zones: zones)
        for part in calendar.parts where part.isComponent && part.name != "VTIMEZONE" {
            guard let document = ComponentDocument(part.bytes) else { continue }
            let uid = document.properties("UID").first?.fields.joined(separator: ";") ?? ""
            let range = document.properties("RECURRENCE-ID").first?.parameter("RANGE")
            var key = Key(
                name: part.name, uid: uid,
                recurrenceID: document.time("RECURRENCE-ID").map { times.point(of: $0) },
                range: range?.uppercased() ?? "")
            while components[key] != nil { key.ordinal += 1 }
            keys.append(key)
            components[key] = ComponentProperties(document, times)
        }
    }

    /// A component; setting one that is new puts it at the end.
    subscript(_ key: Key) -> ComponentProperties? {
        get { components[key] }
        set {
            if newValue == nil {
                keys.removeAll { $0 == key }
            } else if components[key] == nil {
                keys.append(key)
            }
            components[key] = newValue
        }
    }

    /// The calendar's own properties.
    var own: ComponentProperties {
        var document = calendar
        document.remove { $0.isComponent }
        return ComponentProperties(document, times)
    }

    /// Takes the calendar's own properties of these names from a merge.
    mutating func setOwn(_ names: Set<String>, from merged: ComponentProperties) {
        for name in names.sorted() {
            calendar.replace(name, with: merged.document.parts.filter { $0.name == name })
        }
    }

    /// Takes the components as they are now into ``calendar``.
    mutating func assemble() {
        let names = keys.map(\.name) + calendar.parts.filter(\.isComponent).map(\.name)
        for name in Set(names).subtracting(["VTIMEZONE"]).sorted() {
            let new = keys.filter { $0.name == name }.compactMap { components[$0]?.document.bytes }
            let old = calendar.parts.filter { $0.isComponent && $0.name == name }.map(\.bytes)
            guard new != old else { continue }
            calendar.replace(
                name, isComponent: true,
                with: new.map { .init(name: name, isComponent: true, bytes: $0) })
        }
    }

    /// Adds the definitions of zones that this text lacks and its components name.
    mutating func addZones(of other: ComponentDocument) {
        let known = Set(ResourceText.zones(of: calendar).map(\.name))
        let named = Set(components.values.flatMap { StandardForm.zones(in: $0.document.bytes) })
        let missing = ResourceText.zones(of: other).filter {
            named.contains($0.name) && !known.contains($0.name)
        }
        guard !missing.isEmpty else { return }
        let own = calendar.parts.filter { $0.isComponent && $0.name == "VTIMEZONE" }
        calendar.replace("VTIMEZONE", isComponent: true, with: own + missing.map(\.part))
    }
}
