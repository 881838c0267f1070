internal import ICalendar

/// A document attached to an event: `ATTACH` (RFC 5545 3.8.1.1).
public struct Attachment: Hashable, Sendable {
    /// Its address; nil if the event itself contains the document.
    public let address: String?
    /// Its name: `FILENAME` (RFC 8607 4.2), or the parameter that Apple and Google write.
    public let name: String?
    /// Its media type (`FMTTYPE`).
    public let type: String?
    /// Its size in bytes, if the event contains it.
    public let size: Int?

    /// The attachments of an event, in their order.
    ///
    /// - Parameter component: the event's own text.
    public static func all(in component: [UInt8]) -> [Attachment] {
        ICalendarParser.properties(named: ["ATTACH"], in: component).compactMap(Attachment.init)
    }

    private init?(_ property: Property) {
        let named = { (name: String) in
            property.parameter(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        name = named("FILENAME") ?? named("X-FILENAME") ?? named("X-APPLE-FILENAME")
        type = named("FMTTYPE")
        let value = property.value.filter { !$0.isWhitespace }
        guard !value.isEmpty else { return nil }
        if named("ENCODING")?.uppercased() == "BASE64" || named("VALUE")?.uppercased() == "BINARY" {
            address = nil
            // RFC 4648 4: four letters are three bytes, less one for each padding character.
            size = value.utf8.count / 4 * 3 - value.suffix(2).count { $0 == "=" }
        } else {
            (address, size) = (value, nil)
        }
    }
}
