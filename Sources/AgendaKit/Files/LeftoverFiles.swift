internal import CalendarFiles
internal import CalendarMerge
internal import Glibc
internal import ICalendar

/// Names the temporary files that a change creates beside a file, and clears up those that killed processes left.
///
/// A name says which process created the file and what it may hold: `.agenda-PID-RANDOM.tmp` while it is
/// written, then `.agenda-PID-RANDOM-OLD-NEW-NAME.tmp` with the digests of the old and the new content and of the file's name.
/// After the two files are swapped, it holds the old content, or what another program wrote at that moment. That exists
/// nowhere else, so a leftover with other content than these two gets its name back, or stays.
enum LeftoverFiles {
    /// A new name beside a file; calendar programs ignore it.
    static func name(beside path: String) -> String {
        "\(FileSystem.folder(of: path))/.agenda-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    }

    /// A new name with the digests of what the file may hold.
    static func name(beside path: String, old: [UInt8], new: [UInt8]) -> String {
        let file = digest(Array(FileSystem.name(path: path).utf8))
        return name(beside: path).dropLast(4) + "-\(digest(old))-\(digest(new))-\(file).tmp"
    }

    /// Removes what dead processes left in a file's folder, and gives files their names back that lost them.
    ///
    /// - Returns: whether a file got its name back.
    @discardableResult static func remove(beside path: String) -> Bool {
        let folder = FileSystem.folder(of: path)
        let names = FileSystem.names(in: folder)
        var isMended = AsideFolder.mend(folder, names: names)
        for name in names where name.hasPrefix(".agenda-") {
            let parts = name.dropFirst(8).split(separator: "-", omittingEmptySubsequences: false)
            let leftover = "\(folder)/\(name)"
            guard name.hasSuffix(".tmp"), [2, 4, 5].contains(parts.count),
                let process = pid_t(parts[0]), UInt32(parts[1].prefix { $0 != "." }) != nil,
                let status = AsideFolder.left(leftover, by: process),
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            if parts.count > 2 {
                guard let content = try? FileContent.read(path: leftover) else { continue }
                let known = parts[2...3].map { $0.prefix { $0 != "." } }
                guard known.contains(digest(content)[...]) else {
                    if parts.count == 5,
                        putBack(
                            leftover, named: parts[4].dropLast(4), over: known[1], folder, names)
                    {
                        isMended = true
                    }
                    continue
                }
            }
            unlink(leftover)
        }
        return isMended
    }

    /// Gives what another program wrote in the moment of a swap its name back, if the new content still has it.
    private static func putBack(
        _ leftover: String, named name: Substring, over new: Substring, _ folder: String,
        _ names: [String]
    ) -> Bool {
        guard let place = names.first(where: { digest(Array($0.utf8))[...] == name }),
            let present = try? FileContent.read(path: "\(folder)/\(place)"),
            digest(present)[...] == new
        else { return false }
        return AsideFolder.putBack(leftover, as: "\(folder)/\(place)", over: present.fnv1a)
    }

    private static func digest(_ bytes: [UInt8]) -> String { String(bytes.fnv1a, radix: 16) }
}
