internal import ICalendar

extension ThreeWayMerge {
    /// A version of a resource as an event of its own, beside the one that stands.
    ///
    /// Servers must not invite its participants once more: `SCHEDULE-AGENT=NONE` (RFC 6638 7.1).
    ///
    /// - Parameters:
    ///   - text: One whole `VCALENDAR`.
    ///   - uid: The new `UID` of all its components, which no other event has.
    /// - Returns: nil if the text is not one whole `VCALENDAR`.
    public static func secondEvent(of text: [UInt8], uid: String) -> [UInt8]? {
        let zones = TimeZoneDatabase { _ in nil }
        guard var calendar = ResourceText(text, MergeScopes(zones))?.calendar else { return nil }
        calendar.changeParts { part in
            guard part.isComponent, part.name != "VTIMEZONE",
                var document = ComponentDocument(part.bytes)
            else { return part }
            document.set("UID", text: uid)
            for name in PropertyMeaning.people.sorted() {
                document.setParameter("SCHEDULE-AGENT", to: "NONE", of: name) { _ in true }
            }
            return .init(name: part.name, isComponent: true, bytes: document.bytes)
        }
        return calendar.bytes
    }
}
