internal import Glibc
internal import ICalendar

/// A large file's components, read and scanned piece by piece.
struct FileChunks: ~Copyable {
    /// Some bytes of the file, and what is whole in them.
    struct Piece {
        var bytes: [UInt8]
        var found: ScannedStream
        /// How many bytes of the file have been passed.
        var end: Int
    }

    private let path: String
    private let descriptor: Int32
    /// How long the file was when it was opened.
    private let size: Int
    private let length: Int
    private var scanner: ComponentScanner
    private var digest: ContentDigest.Running
    /// What the pieces so far have left over.
    private var rest: [UInt8] = []
    private var end = 0
    private var isEnded = false

    /// - Parameter length: bytes that are read at once, a multiple of 16.
    init(path: String, length: Int, key: ContentDigest.Key) throws(AgendaError) {
        self.path = path
        self.length = length
        (descriptor, size) = try FileContent.opened(path: path)
        digest = ContentDigest.Running(key: key)
        scanner = ComponentScanner(key: key)
    }

    deinit { close(descriptor) }

    /// Of the whole content, when all has been read.
    var contentDigest: ContentDigest { digest.finished }

    /// The next piece, nil at the end. A component that is longer than a piece comes with the one
    /// that ends it.
    mutating func next() throws(AgendaError) -> Piece? {
        guard !isEnded else { return nil }
        // What is added behind the size that the digest began with belongs to the next reading.
        // What is left over is scanned again: as much again with it keeps that linear.
        let wanted = min(max(length, (rest.count + 15) / 16 * 16), size - end)
        let part = try FileContent.part(of: descriptor, path, length: wanted)
        digest.add(part)
        end += part.count
        isEnded = part.count < wanted || end == size
        let bytes = rest.isEmpty ? part : rest + part
        let (found, consumed) = scanner.scan(piece: bytes, isLast: isEnded)
        rest = Array(bytes[consumed...])
        return Piece(bytes: bytes, found: found, end: end)
    }
}
