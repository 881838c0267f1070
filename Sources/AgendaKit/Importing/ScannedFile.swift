internal import ICalendar

/// A content in the form that is scanned, and what is in it. Contacts become the calendar of their birthdays and anniversaries
/// here, so that everything behind knows iCalendar alone.
struct ScannedContent: Sendable {
    let bytes: [UInt8]
    let stream: ScannedStream

    init(_ content: [UInt8], key: ContentDigest.Key) {
        let text = TextEncoding.normalised(content) ?? content
        guard ContactCalendar.isContacts(text) else {
            let scanned = ScannedText(text, key: key)
            (bytes, stream) = (scanned.bytes, scanned.stream)
            return
        }
        let contacts = ContactCalendar(text)
        bytes = contacts.text
        var stream = ComponentScanner.scan(bytes, key: key)
        for (index, line) in zip(stream.components.indices, contacts.lines) {
            stream.components[index].line = line
        }
        for diagnostic in contacts.diagnostics { stream.report(diagnostic) }
        stream.isComplete = contacts.isComplete
        self.stream = stream
    }
}

extension ScannedStream {
    /// What the calendar calls itself; nil if it does not.
    var ownName: String? { name.flatMap { $0.isEmpty ? nil : $0 } }
}

/// A resource that was read and scanned to learn what it is, so that importing it need not do so again.
struct ScannedFile: Sendable {
    let resource: ListedResource
    let content: ResourceContent
    let scanned: ScannedContent

    init(_ resource: ListedResource, _ content: ResourceContent, key: ContentDigest.Key) {
        (self.resource, self.content) = (resource, content)
        scanned = ScannedContent(content.bytes, key: key)
    }
}
