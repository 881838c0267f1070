/// A content in the form that is read, and what is in it.
///
/// Programs write calendars whose structure is broken, and each reader would have to guess alike. So the text is mended
/// before all of them, in memory:
/// - a component that another one begins in, or that its calendar ends in, ends there (no component of a calendar may
///   contain another, RFC 5545 3.6), and so do its own components;
/// - an `END` that ends nothing goes, and so does a word before `BEGIN`;
/// - a TZID that two calendars of the text define differently gets another name in the later one: it is unique within its
///   calendar alone (3.8.3.1), and a stream may have several (3.4).
package struct ScannedText: Sendable {
    /// The text, as ``TextEncoding/normalised(_:)`` converts it, and mended.
    package let bytes: [UInt8]
    /// What is in it, with the lines of the content. It is complete if it is after its mending.
    package let stream: ScannedStream

    /// Reads a content.
    ///
    /// - Parameters:
    ///   - key: the key of the components' digests.
    ///   - zones: the IANA zones.
    package init(
        _ content: [UInt8], key: ContentDigest.Key = .process,
        zones: TimeZoneDatabase = SystemZones.database
    ) {
        var text = TextEncoding.normalised(content) ?? content
        var stream = ComponentScanner.scan(text, key: key)
        if !stream.mends.isEmpty {
            text = ScannedMend.applied(stream.mends, to: text)
            stream = Self.mended(ComponentScanner.scan(text, key: key), from: stream)
        }
        if let renamed = CollidingZones(stream, in: text, zones).renamed {
            text = renamed
            var again = ComponentScanner.scan(text, key: key)
            for (index, component) in zip(again.components.indices, stream.components) {
                again.components[index].line = component.line
            }
            again.diagnostics = stream.diagnostics
            stream = again
        }
        (bytes, self.stream) = (text, stream)
    }

    /// The mended stream with the lines of the text before, and with the reports of both: what the first scan has found
    /// is no longer there.
    private static func mended(_ mended: ScannedStream, from broken: ScannedStream) -> ScannedStream
    {
        var stream = mended
        let lines = ScannedMend.Lines(broken.mends)
        for index in stream.components.indices {
            stream.components[index].line = lines.original(stream.components[index].line)
        }
        stream.diagnostics = []
        for diagnostic in broken.diagnostics { stream.report(diagnostic) }
        for var diagnostic in mended.diagnostics {
            diagnostic.line = lines.original(diagnostic.line)
            if !broken.diagnostics.contains(diagnostic) { stream.report(diagnostic) }
        }
        return stream
    }
}
