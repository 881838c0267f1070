/// A VJOURNAL: what somebody wrote about a day, or about none (RFC 5545 3.6.3).
public struct Journal: Hashable, Sendable {
    /// `STATUS` of a VJOURNAL (RFC 5545 3.8.1.11).
    public enum Status: String, Hashable, Sendable {
        /// It is being written.
        case draft = "DRAFT"
        /// It is finished.
        case final = "FINAL"
        /// It no longer holds.
        case cancelled = "CANCELLED"
    }

    /// What it shares with events and to-dos: `UID`, rules, title, categories, revision, and in its details all
    /// ``descriptions``. It begins at `DTSTART` as a to-do does, which may have none; nothing has it end.
    public let event: Event
    /// `STATUS`; nil if it says none.
    public let status: Status?
    /// Each `DESCRIPTION`: a journal entry may have several.
    public let descriptions: [String]

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
