/// Tells calendars and contacts from other files by their names.
enum CalendarFileName {
    /// The names of files that describe a folder, as vdirs have them.
    static let markers: Set<String> = ["displayname", "color"]

    /// Whether a file of this name counts as a calendar.
    static func isOfCalendar(_ name: String) -> Bool {
        if name.hasSuffix(".ics") { return true }
        let lowercased = name.lowercased()
        return [".ics", ".ical", ".icalendar"].contains { lowercased.hasSuffix($0) }
    }

    /// Whether a file of this name counts as contacts (RFC 6350 10.1).
    static func isOfContacts(_ name: String) -> Bool {
        if name.hasSuffix(".vcf") { return true }
        let lowercased = name.lowercased()
        return [".vcf", ".vcard"].contains { lowercased.hasSuffix($0) }
    }
}
