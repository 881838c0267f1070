/// Time zones as Windows and Outlook call them.
enum WindowsZoneName {
    /// The IANA name for `W. Europe Standard Time`, for the text that Windows shows for it
    /// (`(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`), or for
    /// `tzone://Microsoft/Utc`; nil when it is no such name.
    static func ianaName(for name: String) -> String? {
        if let zone = WindowsZones.byName[name] { return zone }
        let lower = name.lowercased()
        if lower == "tzone://microsoft/utc" { return "Etc/UTC" }
        guard lower.hasPrefix("(utc") || lower.hasPrefix("(gmt"),
            let end = name.firstIndex(of: ")")
        else { return nil }
        // What stands in the brackets is the winter's offset in some year: the words decide.
        let words = name[name.index(after: end)...].drop { $0 == " " }
        return WindowsZones.byDisplayText[String(words)].flatMap { WindowsZones.byName[$0] }
    }
}
