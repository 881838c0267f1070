import ICalendar

/// A program whose lines a sample's events have, besides those that all programs write.
enum Producer: String, CaseIterable {
    /// Outlook and Exchange.
    case outlook
    /// Calendar on a Mac or an iPhone.
    case apple
    /// Google's calendar.
    case google

    /// What stands between the name of a text and its value.
    var textParameter: String { self == .outlook ? ";LANGUAGE=en-US" : "" }

    /// What stands between `ORGANIZER` or `ATTENDEE`, with the name, and the address.
    func participantParameter(_ address: String) -> String {
        switch self {
        case .outlook: ""
        case .apple: ";EMAIL=\"\(address)\""
        case .google: ";X-NUM-GUESTS=0"
        }
    }

    /// The lines that it adds to an event.
    func lines(_ random: inout SplitMix64) -> [String] {
        let number = random.below(1_000_000)
        switch self {
        case .outlook:
            return [
                "CLASS:PUBLIC", "PRIORITY:5", "X-MICROSOFT-CDO-APPT-SEQUENCE:0",
                "X-MICROSOFT-CDO-OWNERAPPTID:\(number)", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
                "X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE",
                "X-MICROSOFT-CDO-IMPORTANCE:1", "X-MICROSOFT-CDO-INSTTYPE:0",
                "X-MICROSOFT-DONOTFORWARDMEETING:FALSE",
                "X-ALT-DESC;FMTTYPE=text/html:<html><body><p>See below.</p></body></html>",
            ]
        case .apple:
            guard random.percent(40) else { return ["X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC"] }
            return [
                "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
                "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-MAPKIT-HANDLE=CAESh\(number);"
                    + "X-APPLE-RADIUS=70.6;X-APPLE-REFERENCEFRAME=1;X-TITLE=\"Ring 1, Wien\""
                    + ":geo:48.208176,16.373819",
                "URL;VALUE=URI:https://example.com/events/\(number)",
            ]
        case .google:
            guard random.percent(40) else { return [] }
            return [
                "X-GOOGLE-CONFERENCE:https://meet.example.com/\(number)",
                "ATTACH;FILENAME=minutes.pdf;FMTTYPE=application/pdf:https://docs.example.com/"
                    + "\(number)",
            ]
        }
    }

    /// A reminder's component.
    func alarm(_ trigger: String, of id: String) -> [String] {
        switch self {
        case .outlook:
            ["BEGIN:VALARM", "DESCRIPTION:REMINDER", "TRIGGER;RELATED=START:" + trigger]
                + ["ACTION:DISPLAY", "END:VALARM"]
        case .apple:
            ["BEGIN:VALARM", "X-WR-ALARMUID:" + id, "UID:" + id, "TRIGGER:" + trigger]
                + ["DESCRIPTION:Event reminder", "ACTION:DISPLAY", "END:VALARM"]
                + ["BEGIN:VALARM", "X-WR-ALARMUID:D" + id, "UID:D" + id]
                + ["TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "ACTION:NONE", "END:VALARM"]
        case .google:
            ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:This is an event reminder"]
                + ["TRIGGER:" + trigger, "END:VALARM"]
        }
    }
}
