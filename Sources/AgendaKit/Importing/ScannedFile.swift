internal import ICalendar

/// A content in the form that is scanned, and what is in it.
struct ScannedContent: Sendable {
    let bytes: [UInt8]
    let stream: ScannedStream

    init(_ content: [UInt8], key: ContentDigest.Key) {
        bytes = TextEncoding.normalised(content) ?? content
        stream = ComponentScanner.scan(bytes, key: key)
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
