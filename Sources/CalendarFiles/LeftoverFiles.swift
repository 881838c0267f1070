internal import Glibc
internal import ICalendar
internal import Synchronization

/// Names the temporary files that a change creates beside a file, and clears up those that killed processes left.
///
/// A name says which process created the file and what it may hold: `.agenda-PID-RANDOM.tmp` while it is
/// written, then `.agenda-PID-RANDOM-OLD-NEW-NAME.tmp` with the digests of the old and the new content and of the file's name.
/// After the two files are swapped, it holds the old content, or what another program wrote at that moment. That exists
/// nowhere else, so a leftover with other content than these two gets its name back, or stays.
package enum LeftoverFiles {
    private static let (prefix, suffix) = (".agenda-", ".tmp")

    /// A new name; calendar programs ignore it.
    static func name() -> String {
        "\(prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))\(suffix)"
    }

    /// A new name with the digests of what the file may hold.
    static func name(of file: String, old: UInt64, new: UInt64) -> String {
        let digests = [old, new, digest(file)].map { "-" + String($0, radix: 16) }
        return name().dropLast(suffix.count) + digests.joined() + suffix
    }

    /// Writes a new file in a folder, which is on the disk when this returns.
    ///
    /// - Parameter rights: nil for what folder and umask leave.
    /// - Returns: its name; calendar programs ignore it.
    package static func write(
        _ bytes: [UInt8], in folder: OpenFolder, _ rights: OpenFolder.Rights?
    ) throws(SystemFailure) -> String {
        mendIfDue(folder)
        let beside = name()
        do throws(SystemFailure) {
            try folder.write(bytes, to: beside, rights, waits: true)
        } catch {
            try? folder.remove(beside)
            throw error
        }
        return beside
    }

    /// Whether a folder's entry tells that files may be away for a moment: they are being changed, or their change was
    /// killed.
    package static func tellsOfChange(_ name: String) -> Bool {
        AsideFolder.isName(name) || PageNames(list: name)?.process != nil
    }

    /// Whether a folder's entry that tells of a change was left by a process that works on it no more.
    package static func isLeft(_ name: String, in folder: String) -> Bool {
        let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
        guard let process = pid_t(number), let folder = try? OpenFolder(folder) else {
            return false
        }
        return AsideFolder.left(name, in: folder, by: process) != nil
    }

    /// When this process last mended a folder that is not mended each time, by its path.
    private static let mended = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let pause: Duration = .seconds(60)

    /// As ``mend(_:)-(OpenFolder)``, but only once a minute in a folder that is not mended each time.
    static func mendIfDue(_ folder: OpenFolder) {
        let isDue =
            folder.mendsEachTime
            || mended.withLock { times in
                let now = ContinuousClock.now
                if let last = times[folder.path], now - last < pause { return false }
                times[folder.path] = now
                return true
            }
        if isDue { mend(folder) }
    }

    /// Removes what dead processes left in a folder, and gives files their names back that lost them.
    ///
    /// - Returns: whether a file got its name back.
    @discardableResult package static func mend(_ folder: OpenFolder) -> Bool {
        let names = (try? folder.names(beginningWith: prefix)) ?? []
        var isMended = AsideFolder.mend(folder, names)
        if PageLeftovers.mend(folder, names) { isMended = true }
        for name in names where name.hasSuffix(suffix) {
            let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
                .split(separator: "-", omittingEmptySubsequences: false)
            guard [2, 4, 5].contains(parts.count), let process = pid_t(parts[0]),
                UInt32(parts[1]) != nil,
                let status = AsideFolder.left(name, in: folder, by: process),
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            if parts.count > 2 {
                guard let content = folder.bytes(name) else { continue }
                let known = parts[2...3].map { UInt64($0, radix: 16) }
                guard known.contains(content.fnv1a) else {
                    if parts.count == 5, putBack(name, named: parts[4], over: known[1], in: folder)
                    {
                        isMended = true
                    }
                    continue
                }
            }
            try? folder.remove(name)
        }
        return isMended
    }

    /// As ``mend(_:)-(OpenFolder)`` of the folder at a path; false if there is none.
    @discardableResult package static func mend(_ path: String) -> Bool {
        (try? OpenFolder(path)).map(mend) ?? false
    }

    /// Gives what another program wrote in the moment of a swap its name back, if the new content still has it.
    private static func putBack(
        _ leftover: String, named name: Substring, over new: UInt64?, in folder: OpenFolder
    ) -> Bool {
        guard
            let place = try? folder.names(beginningWith: "").first(where: {
                String(digest($0), radix: 16) == name
            }), let present = folder.bytes(place), present.fnv1a == new
        else { return false }
        return AsideFolder.putBack(leftover, as: place, over: present, in: folder)
    }

    private static func digest(_ name: String) -> UInt64 { Array(name.utf8).fnv1a }
}
