package import Glibc
internal import ICalendar

/// A file that other programs change, too: content that was not read is never lost.
///
/// A change writes the new content beside the file and waits until it is on the disk, and the names are when it returns. A
/// ``FileLease`` tells of programs that have the file open and would go on writing into the old one.
package struct SharedFile {
    /// Why a file stays as it is.
    package enum Refusal: Error, Hashable, Sendable {
        /// It has other content than was read, or there is one where there was none.
        case changed
        /// Another program has it open for writing.
        case inUse
        /// Nobody may write it, or not this user.
        case protected
        /// No resource can have this name here.
        case badName
        /// What a bank says that has no files.
        case told(String)
        /// The bank does not answer now; the same may be asked again.
        case away(String)
        /// It cannot be read.
        case unreadable(OpenFolder.Unreadable)
        /// The system refuses.
        case failed(SystemFailure)
    }

    private let folder: OpenFolder
    private let name: String
    /// How long a change waits for programs that have the file open for writing.
    private static let patience: Duration = .seconds(1)

    /// A file, which may be missing; its folder may not.
    ///
    /// - Parameters:
    ///   - path: links are not followed.
    ///   - names: the system calls.
    package init(_ path: String, _ names: FileNames = .system) throws(Refusal) {
        let slash = path.lastIndex(of: "/")
        name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        let above = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do { folder = try OpenFolder(above, names: names) } catch { throw .failed(error) }
    }

    /// A file of a folder.
    ///
    /// - Parameter place: its name; with a slash, a path from the folder or from the root.
    init(_ folder: OpenFolder, _ place: String) throws(Refusal) {
        guard !place.contains("/") else {
            let path = place.hasPrefix("/") ? place : folder.path + "/" + place
            self = try SharedFile(path, folder.names)
            return
        }
        (self.folder, name) = (folder, place)
    }

    /// Creates the file.
    ///
    /// - Parameter model: whose rights it gets; without one, those that folder and umask leave.
    package func create(_ bytes: [UInt8], like model: stat? = nil) throws(Refusal) {
        try checked { () throws(SystemFailure) in
            let beside = try LeftoverFiles.write(
                bytes, in: folder, model.map(OpenFolder.Rights.like))
            defer { finish(removing: beside) }
            try folder.move(beside, to: name)
        }
    }

    /// Replaces a content that was read.
    ///
    /// Swaps the two files. If the one swapped out is not what was read, swaps them back.
    package func replace(_ old: [UInt8], with new: [UInt8]) throws(Refusal) {
        try requireUnprotected()
        let (old, new) = (Text(old), Text(new))
        let aside = AsideFolder(for: name, in: folder, old: old.digest, new: new.digest)
        let beside = try checked { () throws(SystemFailure) in
            let model = try folder.status(name)
            let written = try LeftoverFiles.write(
                new.bytes, in: folder, model.map(OpenFolder.Rights.like))
            let whole = LeftoverFiles.name(of: name, old: old.digest, new: new.digest)
            try folder.replace(whole, by: written)
            return whole
        }
        var isSurplus = true
        defer {
            finish(removing: isSurplus ? beside : nil)
            aside.remove()
        }
        try whenFree { (lease: FileLease) throws(Refusal) in
            guard try present() == old.bytes else { throw .changed }
            do throws(SystemFailure) {
                try folder.exchange(beside, name, over: aside.make)
            } catch {
                // Somebody has put a newer one there, which stays; nobody has lost what was read.
                if error.number == EEXIST, folder.bytes(aside.file) == old.bytes {
                    try? folder.remove(aside.file)
                }
                throw error.number == EEXIST ? .changed : .failed(error)
            }
            return try isDone(beside, old, lease) {
                // Else what was swapped out may be nowhere else.
                isSurplus =
                    (try? folder.putBack(
                        beside, to: name, over: aside.make, isOurs: { $0 == new.bytes }) == nil)
                    ?? false
                if folder.bytes(aside.file) == new.bytes { try? folder.remove(aside.file) }
            }
        }
    }

    /// Removes a file whose content was read.
    package func remove(_ old: [UInt8]) throws(Refusal) {
        try requireUnprotected()
        LeftoverFiles.mendIfDue(folder)
        let old = Text(old)
        let aside = AsideFolder(for: name, in: folder, old: old.digest, new: old.digest)
        let hidden = try checked(aside.make)
        defer { finish(removing: nil) }
        defer { aside.remove() }
        try whenFree { (lease: FileLease) throws(Refusal) in
            try checked { () throws(SystemFailure) in try folder.hide(name, as: hidden) }
            return try isDone(hidden, old, lease) {
                // A newer one that another program has put there stays.
                _ = try? folder.putBack(hidden, to: name, over: aside.make, isOurs: nil)
            }
        }
        try? folder.remove(hidden)
    }

    /// A content, and the digest that names of leftovers have.
    private struct Text {
        let bytes: [UInt8]
        let digest: UInt64
        init(_ bytes: [UInt8]) { (self.bytes, digest) = (bytes, bytes.fnv1a) }
    }

    /// What it has now.
    func present() throws(Refusal) -> [UInt8] {
        do throws(OpenFolder.Unreadable) {
            if let content = try folder.content(name) { return content.bytes }
        } catch {
            throw .unreadable(error)
        }
        throw .failed(SystemFailure(ENOENT))
    }

    private func requireUnprotected() throws(Refusal) {
        if folder.isProtected(name) { throw .protected }
    }

    /// Runs `step` when no program has the file open for writing; waits a while for that.
    ///
    /// - Parameter step: returns false if a program wanted the file meanwhile, and nothing was done.
    private func whenFree(_ step: (FileLease) throws(Refusal) -> Bool) throws(Refusal) {
        let end = ContinuousClock.now + Self.patience
        while true {
            if let lease = FileLease(name, in: folder.descriptor), try step(lease) { return }
            guard ContinuousClock.now < end else { throw .inUse }
            usleep(10_000)
        }
    }

    /// Whether the file that was moved away holds what was read, and no program is about to write into it: one that looked
    /// it up before may open it a moment later. Otherwise puts it back, and throws if it holds something else.
    private func isDone(
        _ hidden: String, _ old: Text, _ lease: FileLease, putBack: () -> Void
    ) throws(Refusal) -> Bool {
        let isOld = folder.bytes(hidden) == old.bytes && lease.isOn(hidden, in: folder.descriptor)
        if isOld, !lease.isWanted {
            usleep(2_000)
            if !lease.isWantedOrTaken() { return true }
        }
        putBack()
        if !isOld { throw .changed }
        return false
    }

    /// Removes what is left beside the file, and waits until the new names are on the disk.
    private func finish(removing beside: String?) {
        if let beside { try? folder.remove(beside) }
        try? folder.sync()
    }

    private func checked<T>(_ body: () throws(SystemFailure) -> T) throws(Refusal) -> T {
        do throws(SystemFailure) { return try body() } catch {
            throw error.number == EEXIST ? .changed : .failed(error)
        }
    }
}
