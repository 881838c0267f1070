extension Journal {
    /// Reads a VJOURNAL; nil for a text that is none, or that cannot be read.
    ///
    /// - Parameter text: the component from its `BEGIN:` to its `END:`, as the scanner found it.
    public init?(_ text: some Collection<UInt8>) {
        guard var document = ComponentDocument(text), document.name == "VJOURNAL" else {
            return nil
        }
        let texts = document.properties("DESCRIPTION").map { TextValue.unescaped($0.value) }
        descriptions = texts.filter { !$0.isEmpty }
        let word = document.properties("STATUS").first?.value.uppercased() ?? ""
        status = Status(rawValue: word.filter { !$0.isWhitespace })
        // What is left is what a VTODO without DUE has: the same readers read both.
        document.remove { ["DESCRIPTION", "STATUS"].contains($0.name) || $0.isComponent }
        let body = document.parts.flatMap(\.bytes)
        let todo = Array("BEGIN:VTODO\r\n".utf8) + body + Array("END:VTODO\r\n".utf8)
        guard var event = ICalendarParser.event(in: todo).value else { return nil }
        event.details = descriptions.isEmpty ? nil : descriptions.joined(separator: "\n\n")
        self.event = event
    }
}
