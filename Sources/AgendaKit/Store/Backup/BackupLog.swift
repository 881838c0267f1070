internal import Glibc
internal import ICalendar

/// The log beside a full copy of a backup: what has changed since the copy, a record for each write.
///
/// A record is a calendar with the texts that changed (``PreciousContent/isRecord``) and, behind it, a line with the log's name,
/// the calendar's length and its digest. The line stands behind it so that the last record, which says what the backup holds, is
/// found from the end. Nobody who sends an invitation knows the name, so no text in a calendar passes for such a line.
struct BackupLog {
    /// The log's name, which its full copy says: 16 hexadecimal digits.
    let name: String
    let path: String

    /// The longest record in bytes: whoever opens a store reads and digests the last one.
    static let longestRecord = 1 << 16

    init(_ name: String, in folder: String) {
        (self.name, path) = (name, "\(folder)/\(Self.prefix)\(name)\(Self.suffix)")
    }

    private static let (prefix, suffix) = ("changes-", ".log")

    /// The name of the log that a file in the folder of the backups is; nil if it is none.
    static func name(ofFile file: String) -> String? {
        guard file.hasPrefix(prefix), file.hasSuffix(suffix) else { return nil }
        return String(file.dropFirst(prefix.count).dropLast(suffix.count))
    }

    // MARK: Lines

    private var magic: String { "X-AGENDA-RECORD:\(name);" }
    /// Length (8 digits), semicolon, digest (32 digits), CRLF.
    private var lineLength: Int { magic.utf8.count + 43 }

    private func line(for record: [UInt8]) -> String {
        let key = ContentDigest.Key(low: UInt64(name, radix: 16) ?? 0, high: 0)
        let digest = ContentDigest(record[...], key: key)
        return magic + NameDigest.hex(UInt64(record.count)).suffix(8) + ";"
            + NameDigest.hex(digest.high) + NameDigest.hex(digest.low) + "\r\n"
    }

    /// How long the record before a line is; nil if the line is none of this log's.
    private func length(_ line: some Collection<UInt8>) -> Int? {
        guard line.count == lineLength, line.starts(with: magic.utf8) else { return nil }
        let digits = line.dropFirst(magic.utf8.count).prefix(8)
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    // MARK: Reading

    /// The last whole record, and where it ends in the file; an empty record at 0 if there is none.
    ///
    /// - Throws: the errors of reading.
    func last() throws(AgendaError) -> (record: [UInt8], end: Int) {
        let (descriptor, size) = try FileContent.opened(path: path)
        defer { close(descriptor) }
        let start = max(0, size - Self.longestRecord - lineLength)
        lseek(descriptor, off_t(max(0, size - lineLength)), SEEK_SET)
        let line = try FileContent.part(of: descriptor, path, length: lineLength)
        if let length = length(line), size - lineLength - length >= start {
            lseek(descriptor, off_t(size - lineLength - length), SEEK_SET)
            let record = try FileContent.part(of: descriptor, path, length: length)
            if Array(self.line(for: record).utf8) == line { return (record, size) }
        }
        // The last write was interrupted: its bytes are no record.
        let bytes = try FileContent.read(path: path)
        return records(in: bytes).last.map { (Array(bytes[$0.range]), $0.end) } ?? ([], 0)
    }

    /// All whole records, the oldest first.
    func records() throws(AgendaError) -> [[UInt8]] {
        let bytes = try FileContent.read(path: path)
        return records(in: bytes).map { Array(bytes[$0.range]) }
    }

    /// Each record is found by its own line, so that damage to one costs none of the others.
    private func records(in bytes: [UInt8]) -> [(range: Range<Int>, end: Int)] {
        var found: [(range: Range<Int>, end: Int)] = []
        var place = 0
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "X")) {
            place = start + 1
            let end = start + lineLength
            guard end <= bytes.count, let length = length(bytes[start..<end]), length <= start
            else { continue }
            let range = start - length..<start
            if bytes[start..<end].elementsEqual(line(for: Array(bytes[range])).utf8) {
                found.append((range, end))
            }
        }
        return found
    }

    // MARK: Writing

    /// Creates the log, empty, beside a full copy that is about to be written: its name reaches the disk with the copy's.
    func create() throws(AgendaError) {
        guard PrivateFile.createEmpty(path) else { throw AtomicFile.failure(path) }
    }

    /// Appends a record, which is on the disk when this returns. What stands behind the last whole record goes.
    ///
    /// - Parameter end: where the last whole record ends.
    /// - Returns: whether it was written; if not, the log is as it was, but for bytes that are no record.
    func append(_ record: [UInt8], at end: Int) -> Bool {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= end || ftruncate(descriptor, off_t(end)) == 0
        else { return false }
        let bytes = record + line(for: record).utf8
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(end + written))
            }
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        guard fdatasync(descriptor) == 0 else { return false }
        // Whoever wrote the full copy may have been killed before its name was on the disk.
        if end == 0 { FileSystem.syncFolder(of: path) }
        return true
    }
}
