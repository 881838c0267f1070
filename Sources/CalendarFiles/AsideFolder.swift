internal import Glibc
internal import ICalendar

/// A hidden folder in which a file lies, under its own name, while another one takes its place: where the file system cannot
/// swap two files, and where a file is to be removed.
///
/// `.agenda-PID-RANDOM-OLD-NEW.d` says which process made it, and has the digests of what was read and of what is to take its
/// place. If the process is killed, whoever comes next gives the file its name back (``LeftoverFiles/mend(_:)``).
package struct AsideFolder {
    /// Where the file lies, relative to its folder.
    let file: String
    private let path: String
    private let folder: OpenFolder

    private static let (prefix, suffix) = (".agenda-", ".d")
    /// After this time a leftover belongs to no process, even if a process has its number again.
    private static let seconds = 86_400

    /// A folder beside a file, not made yet.
    init(for name: String, in folder: OpenFolder, old: UInt64, new: UInt64) {
        let random = UInt32.random(in: 0...UInt32.max)
        path =
            "\(Self.prefix)\(getpid())-\(random)-\(String(old, radix: 16))-\(String(new, radix: 16))\(Self.suffix)"
        (file, self.folder) = ("\(path)/\(name)", folder)
    }

    /// Makes it, and returns where the file is to lie.
    func make() throws(SystemFailure) -> String {
        guard mkdirat(folder.descriptor, path, 0o700) == 0 || errno == EEXIST else {
            throw SystemFailure(errno)
        }
        return file
    }

    /// Removes the folder, unless something is in it that has no other place.
    func remove() { unlinkat(folder.descriptor, path, AT_REMOVEDIR) }

    /// Whether a folder's entry is one of these.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// Gives files their names back that killed processes had moved away.
    ///
    /// - Parameter names: what is in the folder.
    /// - Returns: whether one got its name back.
    static func mend(_ folder: OpenFolder, _ names: [String]) -> Bool {
        var isMended = false
        let left = names.filter(isName).compactMap { name in
            Leftover(name, folder, name.dropFirst(prefix.count).dropLast(suffix.count))
        }
        // What was moved away later is the newer.
        for leftover in left.sorted(by: { $0.time > $1.time }) {
            let inside = try? OpenFolder("\(folder.path)/\(leftover.name)")
            let names = (try? inside?.names(beginningWith: "")) ?? []
            for name in names where name != "." && name != ".." {
                let hidden = "\(leftover.name)/\(name)"
                // nil for a link or whatever else has the name now.
                let text = folder.bytes(hidden)?.fnv1a
                let present = folder.bytes(name)
                let isRemoval = leftover.old == leftover.new
                if text == leftover.new, present != nil || isRemoval {
                    try? folder.remove(hidden)
                } else if let present {
                    if text == leftover.old {
                        try? folder.remove(hidden)
                    } else if present.fnv1a == leftover.new {
                        isMended = putBack(hidden, as: name, over: present, in: folder) || isMended
                    }
                } else if (try? folder.move(hidden, to: name)) != nil {
                    isMended = true
                }
            }
            unlinkat(folder.descriptor, leftover.name, AT_REMOVEDIR)
        }
        return isMended
    }

    /// Gives a file back the name that a file of ours has, which goes.
    ///
    /// - Returns: false if another program has put its own in that place: this stays, and so does the hidden one, whose
    ///   content may be nowhere else.
    static func putBack(
        _ hidden: String, as name: String, over ours: [UInt8], in folder: OpenFolder
    ) -> Bool {
        let old = folder.bytes(hidden)?.fnv1a ?? 0
        let aside = AsideFolder(for: name, in: folder, old: old, new: ours.fnv1a)
        defer { aside.remove() }
        let rest = try? folder.putBack(hidden, to: name, over: aside.make) { $0 == ours } == nil
        if rest == true { try? folder.remove(hidden) }
        if folder.bytes(aside.file) == ours { try? folder.remove(aside.file) }
        return rest == true
    }

    /// What a process left that has ended.
    private struct Leftover {
        let name: String
        let (old, new): (UInt64, UInt64)
        /// When something was put into it last, in nanoseconds.
        let time: Int

        init?(_ name: String, _ folder: OpenFolder, _ fields: Substring) {
            let parts = fields.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, let process = pid_t(parts[0]),
                let old = UInt64(parts[2], radix: 16), let new = UInt64(parts[3], radix: 16),
                let status = AsideFolder.left(name, in: folder, by: process),
                status.st_mode & S_IFMT == S_IFDIR
            else { return nil }
            (self.name, self.old, self.new) = (name, old, new)
            time = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        }
    }

    /// What `lstat` says of something that this user owns, if the process that made it works on it no more.
    static func left(_ name: String, in folder: OpenFolder, by process: Int32) -> stat? {
        guard process > 0, let status = try? folder.status(name), status.st_uid == geteuid() else {
            return nil
        }
        let isGone = kill(process, 0) != 0 && errno == ESRCH
        return isGone || hasBegun(process, after: status.st_ctim)
            || time(nil) - status.st_ctim.tv_sec > seconds ? status : nil
    }

    /// Whether a process began later, and so only has the number of an earlier one.
    private static func hasBegun(_ process: Int32, after instant: timespec) -> Bool {
        // Its beginning is the 22nd field, in ticks since the system's (proc_pid_stat(5)); the name may have spaces.
        guard let folder = try? OpenFolder("/proc/\(process)"), let text = folder.bytes("stat"),
            let name = text.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        let fields = text[(name + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let ticks = Int(String(decoding: fields[19], as: UTF8.self)) else {
            return false
        }
        var (now, sinceBoot) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &sinceBoot)
        let begin = now.tv_sec - sinceBoot.tv_sec + ticks / max(1, sysconf(Int32(_SC_CLK_TCK)))
        // A few seconds more: clocks are set, and file systems round.
        return begin > instant.tv_sec + 5
    }
}
