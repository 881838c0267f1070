/// Bodies of requests. The prefixes are those that all servers understand, even ones that compare text.
package enum XMLBody {
    /// Xandikos takes no other kind.
    package static let contentType = "application/xml; charset=utf-8"

    /// Asks for properties (RFC 4918 section 9.1).
    static func propfind(_ properties: [String]) -> [UInt8] {
        document("d:propfind", prop(properties))
    }

    /// Asks for changes since a token (RFC 6578 section 3.2). Without a limit: servers disagree about what one means.
    static func syncCollection(since token: String) -> [UInt8] {
        document(
            "d:sync-collection",
            "<d:sync-token>\(escaped(token))</d:sync-token><d:sync-level>1</d:sync-level>"
                + prop(["d:getetag"]))
    }

    /// Asks for several resources (RFC 4791 section 7.9).
    static func multiget(_ hrefs: [Href]) -> [UInt8] {
        document(
            "c:calendar-multiget",
            prop(["d:getetag", "c:calendar-data"])
                + hrefs.map { "<d:href>\(escaped($0.description))</d:href>" }.joined())
    }

    /// Makes a calendar (RFC 4791 section 5.3.1).
    static func makeCalendar(_ properties: CalendarProperties, components: [String]) -> [UInt8] {
        let kinds = components.map { "<c:comp name=\"\(escaped($0))\"/>" }.joined()
        let set =
            "<c:supported-calendar-component-set>\(kinds)</c:supported-calendar-component-set>"
        return document("c:mkcalendar", Self.set(values(properties) + (kinds.isEmpty ? "" : set)))
    }

    /// Changes properties (RFC 4918 section 9.2).
    static func propertyUpdate(_ properties: CalendarProperties) -> [UInt8] {
        document("d:propertyupdate", set(values(properties)))
    }

    private static func values(_ properties: CalendarProperties) -> String {
        let name = properties.name.map { "<d:displayname>\(escaped($0))</d:displayname>" }
        let color = properties.color.map {
            "<a:calendar-color>\(escaped(withAlpha($0)))</a:calendar-color>"
        }
        return (name ?? "") + (color ?? "")
    }

    /// As Apple writes it: SOGo refuses a colour of six digits.
    private static func withAlpha(_ color: String) -> String {
        color.hasPrefix("#") && color.utf8.count == 7 ? color + "FF" : color
    }

    private static func set(_ values: String) -> String {
        "<d:set><d:prop>\(values)</d:prop></d:set>"
    }

    private static func prop(_ names: [String]) -> String {
        "<d:prop>\(names.map { "<\($0)/>" }.joined())</d:prop>"
    }

    /// A document with the prefixes of all.
    static func document(_ root: String, _ content: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <\(root) xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
            xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/" xmlns:g="data:,agenda">\(content)</\(root)>
            """.utf8)
    }

    /// A text for content and attributes; without the characters that XML cannot have (XML 1.0 section 2.2).
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
