internal import ICalendar

/// A large resource's components, read and scanned piece by piece.
final class FileChunks {
    /// Some bytes of the content, and what is whole in them.
    struct Piece {
        var bytes: [UInt8]
        var found: ScannedStream
        /// How many bytes of the content have been passed.
        var end: Int
    }

    private let content: any OpenResource
    private let length: Int
    private var scanner: ComponentScanner
    private var digest: ContentDigest.Running
    /// What the pieces so far have left over.
    private var rest: [UInt8] = []
    private var end = 0
    private var isEnded = false

    /// - Parameter length: bytes that are read at once, a multiple of 16.
    init(_ content: any OpenResource, length: Int, key: ContentDigest.Key) {
        (self.content, self.length) = (content, length)
        digest = ContentDigest.Running(key: key)
        scanner = ComponentScanner(key: key)
    }

    /// The digest of the whole content, once all of it has been read.
    var contentDigest: ContentDigest { digest.finished }

    /// The next piece; nil at the end. A component that is longer than a piece comes with the one
    /// that ends it.
    nonisolated(nonsending) func next() async throws(AgendaError) -> Piece? {
        guard !isEnded else { return nil }
        // What is left over is scanned again: reading as much again with it keeps that linear.
        let wanted = max(length, (rest.count + 15) / 16 * 16)
        let bytes = try await content.next(wanted, behind: rest)
        let part = bytes[rest.count...]
        digest.add(part)
        end += part.count
        isEnded = part.count < wanted
        let (found, consumed) = scanner.scan(piece: bytes, isLast: isEnded)
        rest = Array(bytes[consumed...])
        return Piece(bytes: bytes, found: found, end: end)
    }
}
