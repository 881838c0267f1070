extension Journal {
    /// Reads a VJOURNAL; nil for a text that is none, or that cannot be read.
    ///
    /// - Parameter text: the component from its `BEGIN:` to its `END:`, as the scanner found it.
    public init?(_ text: some Collection<UInt8>) {
        guard var event = ICalendarParser.event(in: text).value, let own = event.todo?.journal
        else { return nil }
        status = own.status
        descriptions = ([event.details ?? ""] + own.moreDescriptions).filter { !$0.isEmpty }
        event.details = descriptions.isEmpty ? nil : descriptions.joined(separator: "\n\n")
        self.event = event
    }
}

extension ICalendarParser {
    /// Reads a VJOURNAL as a to-do without `DUE` that is a journal entry; nil for a text that is none.
    ///
    /// Its own properties are taken out; what is left is what a VTODO has, and the same readers read both.
    static func journal(in text: UnsafeRawBufferPointer, line: Int) -> Parsed<Event>? {
        guard isJournal(text), var document = ComponentDocument(text), document.name == "VJOURNAL"
        else { return nil }
        let texts = document.properties("DESCRIPTION").map { TextValue.unescaped($0.value) }
        let word = document.properties("STATUS").first?.value.uppercased() ?? ""
        document.remove { ["DESCRIPTION", "STATUS"].contains($0.name) || $0.isComponent }
        let todo =
            Array("BEGIN:VTODO\r\n".utf8) + document.parts.flatMap(\.bytes)
            + Array("END:VTODO\r\n".utf8)
        var parsed = event(in: todo, line: line)
        parsed.value?.details = texts.first
        parsed.value?.todo?.journal = Journal.Own(
            status: Journal.Status(rawValue: word.filter { !$0.isWhitespace }),
            moreDescriptions: Array(texts.dropFirst()))
        return parsed
    }

    /// Whether the first line says so: to divide a whole text, only to look, would cost each event that is not plain.
    private static func isJournal(_ text: UnsafeRawBufferPointer) -> Bool {
        var lines = LogicalLines(text)
        guard let first = lines.next() else { return false }
        let word = String(decoding: first.content, as: UTF8.self)
        return word.uppercased().filter { !$0.isWhitespace } == "BEGIN:VJOURNAL"
    }
}
