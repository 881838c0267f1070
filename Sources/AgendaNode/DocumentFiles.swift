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

    /// Whether it is one of SQLite, with a log beside it.
    static func isDatabase(_ name: String) -> Bool { name.hasSuffix(".db") }

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

    /// All documents that are there; asked at each request.
    ///
    /// - Throws: where a folder cannot be read, also because this process has too many files open: nothing that is in it is gone.
    func names() throws -> [String] {
        var names: [String] = []
        var folders = [""]
        while let below = folders.popLast() {
            let open: OpenFolder
            do throws(SystemFailure) { open = try OpenFolder(folder + "/" + below) } catch {
                // Removed since it was seen.
                if error.number == ENOENT, !below.isEmpty { continue }
                throw error
            }
            try open.forEachEntry { entry, mayBeFile in
                let name = String(cString: entry)
                guard name != ".", name != ".." else { return }
                let path = below + name
                guard mayBeFile else { return folders.append(path + "/") }
                switch try open.status(entry).map({ $0.st_mode & S_IFMT }) {
                case S_IFREG where Self.isDocument(path): names.append(path)
                case S_IFDIR: folders.append(path + "/")
                default: break
                }
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

    /// Why nothing can be said of what is in a document.
    enum Fault: Error, Hashable {
        /// It is no database, or a damaged one.
        case damaged
        /// It cannot be read now.
        case unreadable(SystemFailure)
    }

    /// Nil for one that is not there.
    func content(_ name: String) throws(Fault) -> [UInt8]? {
        let path = folder + "/" + name
        let fault: Fault
        do throws(Fault) {
            if Self.isDatabase(name) { return try image(path) }
            if let found = FileManager.default.contents(atPath: path) { return Array(found) }
            fault = .unreadable(SystemFailure(EAGAIN))
        } catch { fault = error }
        var status = stat()
        if lstat(path, &status) == 0 {
            // As for ``names()``: a folder in its place is no document.
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            throw fault
        }
        guard errno == ENOENT else { throw .unreadable(SystemFailure(errno)) }
        return nil
    }

    private func image(_ path: String) throws(Fault) -> [UInt8] {
        let image: [UInt8]
        do throws(DatabaseImage.Fault) { image = try DatabaseImage.read(path) } catch {
            throw error == .unreadable ? .unreadable(SystemFailure(EAGAIN)) : .damaged
        }
        return try plain(image)
    }

    /// A database's bytes as the document has them, whose texts do not know where the folder is.
    private func plain(_ image: [UInt8]) throws(Fault) -> [UInt8] {
        guard
            let plain = DatabaseImage.replacing(
                absolute(folder) + "/", with: Self.anyFolder, in: image)
        else { throw .damaged }
        return plain
    }

    /// Writes a file in one step, or removes it.
    ///
    /// - Returns: what ``content(_:)`` says then: a database whose paths are written anew has the same content in other bytes.
    /// - Throws: ``Fault/damaged`` where a database does not have then what was written; what the file system says.
    @discardableResult
    func write(_ body: [UInt8]?, _ name: String) throws -> [UInt8]? {
        let path = folder + "/" + name
        if name.contains("/") {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard let body else {
            unlink(path)
            return nil
        }
        let bytes =
            Self.isDatabase(name)
            ? DatabaseImage.replacing(Self.anyFolder, with: absolute(folder) + "/", in: body)
                ?? body : body
        let beside = folder + "/." + NameDigest.hex(.random(in: 0 ... .max))
        try Data(bytes).write(to: URL(filePath: beside))
        chmod(beside, 0o600)
        // What an earlier file has in its log is not the new one's.
        if Self.isDatabase(name) { for end in ["-wal", "-shm"] { unlink(path + end) } }
        guard rename(beside, path) == 0 else {
            let failure = SystemFailure(errno)
            unlink(beside)
            throw failure
        }
        guard Self.isDatabase(name) else { return body }
        // Who has opened the earlier file just before may have put its log beside the new one.
        guard (try? DatabaseImage.read(path)) == bytes else { throw Fault.damaged }
        return try plain(bytes)
    }

    /// Whether there are other documents than these.
    func hasOthers(than known: some Collection<String>) throws -> Bool {
        try !Set(names()).isSubset(of: known)
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
