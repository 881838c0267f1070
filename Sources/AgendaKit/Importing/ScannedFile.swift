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

/// A file that was read and scanned to learn what it is, so that importing it need not do so again.
struct ScannedFile: Sendable {
    let resource: ListedResource
    let bytes: [UInt8]
    let content: ScannedContent

    init(_ resource: ListedResource, _ bytes: [UInt8], key: ContentDigest.Key) {
        (self.resource, self.bytes) = (resource, bytes)
        content = ScannedContent(bytes, key: key)
    }
}
