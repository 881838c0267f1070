internal import AgendaBank
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import Glibc
internal import ICalendar

/// The files of a user's folder that are documents of the bank, by their paths in it.
///
/// A SQLite file is a document as it would be without its log.
struct DocumentFiles: Sendable {
    let folder: String

    /// What tells whether a file has changed: of a SQLite file, of its log, too.
    struct Stamp: Hashable {
        var file: FileStamp
        var log: FileStamp?
    }

    /// What the bank has of a document.
    struct Kept: Hashable {
        /// The number of the change that it was read or kept with.
        var modseq: Int64
        /// Of its content; nil for one that was removed.
        var digest: String?
    }

    /// What the store in the folder shows, for the next process.
    struct Mark: Hashable {
        var token: BankToken
        var documents: [String: Kept]
    }

    /// The same in each process; nil for what is not there.
    static func digest(_ content: [UInt8]?) -> String? {
        content.map { SHA256.digest($0).prefix(16).hex }
    }

    /// The name of the store's file.
    private static let store = "agenda.db"
    private static let markName = ".shown"
    /// Of these the store is made; another one makes another store.
    static func isOfStore(_ name: String) -> Bool {
        name.hasPrefix("agenda.backup/") || name == store + "-key"
    }

    /// What stands in documents for the folder, which each node has elsewhere: sources, accounts and passwords name files in it.
    private static let anyFolder = "/.agenda-home/"

    /// What is a document: no file of the store, lock, log or file that is being written. Beside the store are links, mirrors with
    /// their notes, alarms that were seen to, proposals, and the key of its digests.
    static func isDocument(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let isLocal =
            name.hasPrefix(".") || path.hasPrefix("agenda.backup/local-")
            || ["-wal", "-shm", "-journal", "lock", ".tmp", ".sock"].contains(where: name.hasSuffix)
        guard !isLocal, path.hasPrefix(store) else { return !isLocal }
        let rest = path.dropFirst(store.count)
        return ["-key", "-shares", "-mirrors", "-alarms", "-proposals"].contains(rest)
            || rest.hasPrefix("-mirror-")
    }

    /// Which folder this is, and which store is in it, however they change; nil for what is not there.
    struct Identity: Hashable {
        var folder: [UInt64]?
        var store: [UInt64]?
    }

    func identity() -> Identity {
        func number(_ path: String) -> [UInt64]? {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            return [UInt64(status.st_dev), UInt64(status.st_ino)]
        }
        return Identity(folder: number(folder), store: number(folder + "/" + Self.store))
    }

    func names() -> [String] {
        guard let all = FileManager.default.enumerator(atPath: folder) else { return [] }
        var names: [String] = []
        for case let path as String in all where Self.isDocument(path) {
            var status = stat()
            if lstat(folder + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                names.append(path)
            }
        }
        return names
    }

    func stamp(_ name: String) -> Stamp? {
        func stamp(_ path: String) -> FileStamp? {
            var status = stat()
            return stat(path, &status) == 0 ? FileStamp(status) : nil
        }
        guard let file = stamp(folder + "/" + name) else { return nil }
        var log = stamp(folder + "/" + name + "-wal")
        // SQLite gives it to the database's owner each time that root opens it, also to read it.
        log?.statusChanged = 0
        return Stamp(file: file, log: log)
    }

    /// Nil for one that is not there, or cannot be read.
    func content(_ name: String) -> [UInt8]? {
        let path = folder + "/" + name
        if name.hasSuffix(".db") {
            return DatabaseImage.read(path).flatMap {
                DatabaseImage.replacing(absolute(folder) + "/", with: Self.anyFolder, in: $0)
            }
        }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// Writes a file in one step, or removes it.
    func write(_ body: [UInt8]?, _ name: String) throws {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard let body else {
            unlink(path)
            return
        }
        let bytes =
            name.hasSuffix(".db")
            ? DatabaseImage.replacing(Self.anyFolder, with: absolute(folder) + "/", in: body)
                ?? body : body
        let beside = folder + "/." + NameDigest.hex(.random(in: 0 ... .max))
        try Data(bytes).write(to: URL(filePath: beside))
        chmod(beside, 0o600)
        // What an earlier file has in its log is not the new one's.
        if name.hasSuffix(".db") { for end in ["-wal", "-shm"] { unlink(path + end) } }
        guard rename(beside, path) == 0 else {
            let failure = SystemFailure(errno)
            unlink(beside)
            throw failure
        }
    }

    /// Whether there are other documents than these.
    func hasOthers(than known: some Collection<String>) -> Bool {
        !Set(names()).isSubset(of: known)
    }

    /// Throws away all that the folder shows.
    func clear() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    // MARK: The mark

    /// Whoever comes next takes nothing of the folder for good.
    func forget() { unlink(folder + "/" + Self.markName) }

    /// A machine that has started again may have lost what was written last.
    private static let boot: String =
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

    func mark() -> Mark? {
        guard let text = try? String(contentsOfFile: folder + "/" + Self.markName, encoding: .utf8)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 2, lines[0] == Self.boot, lines.last == "end",
            access(folder + "/" + Self.store, R_OK) == 0
        else { return nil }
        let words = lines[1].split(separator: " ")
        guard words.count == 3, let generation = Int64(words[0]), let modseq = Int64(words[1]),
            let nonce = UInt64(words[2])
        else { return nil }
        var documents: [String: Kept] = [:]
        for line in lines.dropFirst(2).dropLast() {
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let modseq = Int64(parts[0]) else { return nil }
            let digest = parts[1] == "-" ? nil : String(parts[1])
            documents[String(parts[2])] = Kept(modseq: modseq, digest: digest)
        }
        return Mark(
            token: BankToken(generation: generation, modseq: modseq, nonce: nonce),
            documents: documents)
    }

    func write(mark: Mark) {
        let token = mark.token
        let documents = mark.documents.sorted { $0.key < $1.key }.map {
            "\($0.value.modseq) \($0.value.digest ?? "-") \($0.key)"
        }
        let lines =
            [Self.boot, "\(token.generation) \(token.modseq) \(token.nonce)"] + documents + ["end"]
        // Without it the store is made anew.
        do { try write(Array(lines.joined(separator: "\n").utf8), Self.markName) } catch {
            forget()
        }
    }
}
