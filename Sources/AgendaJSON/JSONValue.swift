package import ICalendar

/// What JSON can hold.
package protocol JSONValue {
    /// Writes the value with the commas that it needs.
    func write(to json: inout JSONWriter)
}

/// A value that becomes an object.
package protocol JSONObject: JSONValue {
    /// Writes the members, without braces.
    func writeMembers(to json: inout JSONWriter)
}

extension JSONObject {
    package func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }
}

/// An object of which commands and routes list all.
package protocol ListedObject: JSONObject {
    /// The member that has the list.
    static var listName: StaticString { get }
}

extension Array where Element: ListedObject {
    /// The whole document: `{"version": 1, "timeZone": …, "links": […]}`.
    package func document(zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone) { $0.lines(Element.listName, self) }
    }
}

extension String: JSONValue {
    package func write(to json: inout JSONWriter) { json.quote(self) }
}

extension Bool: JSONValue {
    package func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}

extension Int: JSONValue {
    package func write(to json: inout JSONWriter) {
        json.plain { $0.append(self) }
    }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    package func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.literal("null") }
    }
}

extension Array: JSONValue where Element: JSONValue {
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

/// `"2026-11-20"`.
extension CivilDate: JSONValue {
    package func write(to json: inout JSONWriter) {
        json.quoted { $0.append(self) }
    }
}

/// `"2026-11-20T09:30:00+01:00"`, in the display zone.
extension Instant: JSONValue {
    package func write(to json: inout JSONWriter) {
        let zone = json.zone
        json.quoted { $0.append(self, in: zone) }
    }
}

/// A day, or an instant; a floating time gets the display zone's offset at that time.
extension OccurrencePoint: JSONValue {
    package func write(to json: inout JSONWriter) {
        let zone = json.zone
        json.quoted { $0.append(self, in: zone) }
    }
}
