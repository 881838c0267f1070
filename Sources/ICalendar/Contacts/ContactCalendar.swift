/// The birthdays and anniversaries of an address book (vCard 2.1, 3.0 and 4.0) as iCalendar text: for each of them an all-day
/// event that repeats each year and blocks no time.
///
/// A day of 29 February is shown on 28 February in common years, as Google and Nextcloud show it.
package struct ContactCalendar: Sendable {
    /// The calendar.
    package var text: [UInt8] { Array(writer.text.utf8) }
    /// The line of the contact of each event, in their order; 1-based.
    package private(set) var lines: [Int] = []
    /// What was left out, and why.
    package private(set) var diagnostics: [Diagnostic] = []
    /// Whether the last contact ends. That of a file that is still being written does not.
    package private(set) var isComplete = true
    private var writer = LineWriter()
    /// The events' UIDs.
    private var taken: Set<String> = []

    /// Whether a text is an address book: its first component is a contact.
    package static func isContacts(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.withBytes { bytes in
            // Almost all texts that are none begin with another component at once.
            var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            while position < bytes.count {
                if bytes.has("begin:", at: position) { return isCard(bytes, at: position + 6) }
                position = bytes.lineEnd(from: position)
            }
            return false
        }
    }

    /// The calendar of an address book in whatever encoding; nil for another text.
    package static func calendar(of bytes: [UInt8]) -> [UInt8]? {
        let text = TextEncoding.normalised(bytes) ?? bytes
        return isContacts(text) ? ContactCalendar(text).text : nil
    }

    /// Whether the name of a contact's component stands at a position, and nothing else on its line.
    private static func isCard(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        bytes.has("vcard", at: position)
            && bytes[(position + 5)..<bytes.lineEnd(from: position)].allSatisfy { $0 <= 0x20 }
    }

    /// Reads an address book.
    ///
    /// - Parameter bytes: the text, converted by ``TextEncoding/normalised(_:)``.
    package init(_ bytes: some Collection<UInt8>) {
        writer.begin("VCALENDAR")
        writer.add("VERSION", "2.0")
        writer.add("PRODID", text: CalendarWriter.productIdentifier)
        bytes.withBytes { read($0) }
        writer.end("VCALENDAR")
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var cursor = LogicalLines(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        var card: ContactCard?
        // vCard 2.1 has contacts within contacts: the AGENT's.
        var (isAgentNext, agents) = (false, 0)
        while let line = cursor.next() {
            let number = line.number + 1
            if line.bytes.has("begin:") {
                guard Self.isCard(line.bytes, at: 6) else { continue }
                if agents > 0 || isAgentNext {
                    (isAgentNext, agents) = (false, agents + 1)
                    continue
                }
                if let open = card {
                    report(.error, open, nil, .value("BEGIN:VCARD", .unended))
                }
                card = ContactCard(line: number)
                continue
            }
            if line.bytes.has("end:") {
                guard Self.isCard(line.bytes, at: 4) else { continue }
                isAgentNext = false
                if agents > 0 {
                    agents -= 1
                } else if let whole = card {
                    add(whole)
                    card = nil
                }
                continue
            }
            guard card != nil, agents == 0, let name = ContactLine.name(line.bytes) else {
                continue
            }
            isAgentNext = name == "AGENT"
            guard ContactCard.properties.contains(name), line.bytes.count <= Self.maximalLine,
                let read = ContactLine(line, &cursor)
            else { continue }
            card?.add(read, at: number)
            if let charset = read.unread { noteUnread(charset, read.property, at: number, &card) }
        }
        if let open = card {
            report(.error, open, nil, .fault(.fileEnds))
            isComplete = false
        }
    }

    /// Reports the first text of a contact whose encoding cannot be read.
    private mutating func noteUnread(
        _ charset: String, _ property: Property, at line: Int, _ card: inout ContactCard?
    ) {
        guard let open = card, !open.hasUnreadText else { return }
        card?.hasUnreadText = true
        diagnostics.append(
            Diagnostic(
                .warning, line: line, uid: open.uid, property: property.name,
                .value(Diagnostic.shown(charset), .notInCharset)))
    }

    /// No name or date is longer, in bytes.
    private static let maximalLine = 1 << 16

    /// What tells a contact's events apart.
    private struct Known: Hashable {
        var kind: Occasion.Kind
        var month: Int
        var day: Int
    }

    /// Adds the events of a contact.
    private mutating func add(_ card: ContactCard) {
        var known: Set<Known> = []
        for day in card.days {
            let kind = card.kind(of: day)
            let shown = Diagnostic.shown(day.property.value)
            switch ContactDate.reading(day.property) {
            case .date(let date):
                // Programs write a wedding day under each name that others may know.
                let own = Known(kind: kind, month: date.month, day: date.day)
                guard known.insert(own).inserted else { continue }
                guard let name = card.name else {
                    report(.error, card, day, .fault(.nameless))
                    continue
                }
                add(Occasion(kind: kind, name: name, year: date.year), date, of: card)
            case .empty: continue
            case .noDay: report(.warning, card, day, .value(shown, .noDay))
            case .impossible: report(.error, card, day, .value(shown, .impossibleTime))
            case .invalid: report(.error, card, day, .value(shown, .notADate))
            }
        }
    }

    private mutating func add(_ occasion: Occasion, _ date: ContactDate, of card: ContactCard) {
        let start = CalendarTime.date(date.first).icalendar
        let stem = card.uid ?? "contact-\(NameDigest("\(occasion.name)\n\(start)").hex)"
        let name =
            switch occasion.kind {
            case .birthday: "birthday"
            case .anniversary: "anniversary"
            case .other(let label): "day" + (label.map { "-\(NameDigest($0).hex.prefix(8))" } ?? "")
            }
        var uid = "\(stem)-\(name)"
        // Contacts that were copied by hand have one UID.
        var number = 1
        while !taken.insert(uid).inserted {
            number += 1
            uid = "\(stem)-\(name)-\(number)"
        }
        writer.begin("VEVENT")
        writer.add("UID", text: uid)
        // Required (RFC 5545 3.6.1), and the same for the same contact.
        writer.add("DTSTAMP", "19700101T000000Z")
        writer.add("DTSTART", start, with: [("VALUE", "DATE")])
        writer.add(
            "RRULE",
            date.isLeapDay ? "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1" : "FREQ=YEARLY")
        writer.add("SUMMARY", text: occasion.title(in: nil).description)
        writer.add("TRANSP", "TRANSPARENT")
        occasion.write(to: &writer)
        writer.end("VEVENT")
        lines.append(card.line)
    }

    private mutating func report(
        _ severity: Diagnostic.Severity, _ card: ContactCard, _ day: ContactCard.Day?,
        _ reason: Diagnostic.Reason
    ) {
        diagnostics.append(
            Diagnostic(
                severity, line: day?.line ?? card.line, uid: card.uid,
                property: day?.property.name ?? "VCARD", reason))
    }
}
