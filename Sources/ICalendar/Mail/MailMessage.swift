/// A mail as mailboxes and pipes have it (RFC 5322, RFC 2045 to 2047): as much of it as it takes to find the
/// calendars that it brings.
///
/// Reads any bytes; what a mail lacks or has wrong costs only the part concerned.
package struct MailMessage: Sendable {
    /// The address of `From`, in lower case.
    package let sender: String?
    /// The addresses of `From`, `Sender` and `Reply-To`, in lower case, each once, that of `From` first.
    package let senders: [String]
    /// `Message-ID`, with its angle brackets.
    package let identifier: String?
    /// The calendars among its parts, in their order, decoded, each text once: parts of the type text/calendar first,
    /// then attached files.
    package let calendars: [[UInt8]]

    /// The deepest nesting of parts that is read.
    static let maximalDepth = 32
    /// The most parts that are read.
    static let maximalParts = 1_000

    /// Reads a mail; nil for a text that does not begin as a mail does.
    package init?(_ bytes: [UInt8]) {
        var text = bytes[...]
        while let first = text.first, first == 0x0A || first == 0x0D { text.removeFirst() }
        guard !Self.beginsCalendar(text), let head = MailHead(&text, isStrict: true),
            Self.usual.contains(where: { head[$0] != nil })
        else { return nil }
        sender = head["from"].flatMap(MailText.address)
        var known: Set<String> = []
        senders = ["from", "sender", "reply-to"].compactMap { head[$0] }.flatMap(MailText.addresses)
            .filter { known.insert($0).inserted }
        identifier = head["message-id"].flatMap { MailText.isIdentifier($0) ? $0 : nil }
        var search = CalendarSearch()
        search.look(at: head, text, depth: 0)
        var seen: Set<[UInt8]> = []
        calendars = (search.inline + search.attached).filter { calendar in
            seen.insert(calendar.filter { $0 != 0x0D && $0 != 0x0A }).inserted
        }
    }

    /// Each mail has one of these fields.
    private static let usual = [
        "from", "date", "subject", "received", "mime-version", "content-type", "message-id",
    ]

    private static func beginsCalendar(_ text: ArraySlice<UInt8>) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let rest = text.starts(with: mark) ? text.dropFirst(3) : text
        return String(decoding: rest.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
    }
}

/// Walks through the parts of a mail (RFC 2046 5.1).
private struct CalendarSearch {
    private(set) var inline: [[UInt8]] = []
    private(set) var attached: [[UInt8]] = []
    private var partCount = 0

    mutating func look(at head: MailHead, _ body: ArraySlice<UInt8>, depth: Int) {
        partCount += 1
        guard depth < MailMessage.maximalDepth, partCount <= MailMessage.maximalParts else {
            return
        }
        let type = head.mediaType
        if type.hasPrefix("multipart/"),
            let boundary = head.parameter("boundary", of: "content-type"), !boundary.isEmpty
        {
            for part in Self.parts(of: body, boundary: Array(boundary.utf8)) {
                var text = part
                guard let inner = MailHead(&text, isStrict: false) else { continue }
                look(at: inner, text, depth: depth + 1)
            }
            return
        }
        if type == "message/rfc822" || type == "message/global" {
            var text = MailText.decoded(body, as: head["content-transfer-encoding"])[...]
            guard let inner = MailHead(&text, isStrict: false) else { return }
            look(at: inner, text, depth: depth + 1)
            return
        }
        let isInline = type == "text/calendar"
        guard isInline || type == "application/ics" || head.isNamedCalendar else { return }
        let calendar = MailText.decoded(body, as: head["content-transfer-encoding"])
        if isInline { inline.append(calendar) } else { attached.append(calendar) }
    }

    /// What stands between the boundaries. A part without an end goes to the end of the text.
    private static func parts(
        of body: ArraySlice<UInt8>, boundary: [UInt8]
    ) -> [ArraySlice<UInt8>] {
        let mark = [UInt8(ascii: "-"), UInt8(ascii: "-")] + boundary
        var (parts, start, text) = ([ArraySlice<UInt8>](), Int?.none, body)
        while !text.isEmpty, parts.count <= MailMessage.maximalParts {
            let place = text.startIndex
            let line = MailHead.line(&text)
            guard line.starts(with: mark) else { continue }
            let rest = line.dropFirst(mark.count)
            let isLast = rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")])
            guard isLast || rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            if let start {
                // The line end before the boundary belongs to it.
                var part = body[start..<place]
                if part.last == 0x0A { part.removeLast() }
                if part.last == 0x0D { part.removeLast() }
                parts.append(part)
            }
            start = text.isEmpty ? body.endIndex : text.startIndex
            if isLast { return parts }
        }
        if let start, start < body.endIndex { parts.append(body[start...]) }
        return parts
    }
}
