package import Glibc
internal import ICalendar

/// A hidden folder in which a file lies, under its own name, while another one takes its place: where the file system cannot
/// swap two files, and where a file is to be removed.
///
/// `.agenda-PID-RANDOM-OLD-NEW.d` says which process made it, and has the digests of what was read and of what is to take its
/// place. If the process is killed, whoever comes next gives the file its name back (``mend(_:names:with:)``).
package struct AsideFolder {
    /// Where the file lies.
    package let file: String
    private let path: String

    private static let (prefix, suffix) = (".agenda-", ".d")
    /// After this time a leftover belongs to no process, even if a process has its number again.
    private static let seconds = 86_400

    /// Makes a folder beside a file.
    ///
    /// - Returns: nil if it cannot be made; `errno` says why.
    package init?(for file: String, old: UInt64, new: UInt64) {
        let slash = file.lastIndex(of: "/")
        let folder = slash.map { String(file[...$0]) } ?? ""
        let name = slash.map { file[file.index(after: $0)...] } ?? file[...]
        let random = UInt32.random(in: 0...UInt32.max)
        path =
            "\(folder)\(Self.prefix)\(getpid())-\(random)-\(String(old, radix: 16))-\(String(new, radix: 16))\(Self.suffix)"
        self.file = "\(path)/\(name)"
        guard mkdir(path, 0o700) == 0 else { return nil }
    }

    /// Removes the folder, unless something is in it that has no other place.
    package func remove() { rmdir(path) }

    /// Whether a folder's entry is one of these.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// Gives a file back the name that a file of ours has.
    ///
    /// - Parameters:
    ///   - hidden: where the file lies.
    ///   - ours: the digest of what took its place, and is hidden as `kept` or removed.
    /// - Returns: false if another program has put its own in that place: this stays, and so does the hidden one, whose
    ///   content may be nowhere else.
    package static func putBack(
        _ hidden: String, as path: String, over ours: UInt64, keeping kept: String? = nil,
        with names: FileNames = .system
    ) -> Bool {
        guard let aside = AsideFolder(for: path, old: ours, new: ours) else { return false }
        defer { aside.remove() }
        switch names.hide(path, as: aside.file, in: FileNames.paths) {
        case ENOENT: break
        case 0:
            guard content(aside.file)?.fnv1a == ours else {
                _ = names.show(aside.file, as: path, in: FileNames.paths)
                return false
            }
        default: return false
        }
        let isBack = names.show(hidden, as: path, in: FileNames.paths) == 0
        if let kept { Glibc.rename(aside.file, kept) } else { unlink(aside.file) }
        return isBack
    }

    /// Gives files their names back that killed processes had moved away.
    ///
    /// - Parameter names: what is in the folder.
    /// - Returns: whether one got its name back.
    @discardableResult package static func mend(
        _ folder: String, names: [String], with calls: FileNames = .system
    ) -> Bool {
        var isMended = false
        let left = names.filter(isName).compactMap { name -> Leftover? in
            Leftover("\(folder)/\(name)", name.dropFirst(prefix.count).dropLast(suffix.count))
        }
        // What was moved away later is the newer.
        for leftover in left.sorted(by: { $0.time > $1.time }) {
            for name in entries(of: leftover.path) {
                let (hidden, place) = ("\(leftover.path)/\(name)", "\(folder)/\(name)")
                // nil for a link or whatever else has the name now.
                let text = content(hidden)?.fnv1a
                if text == leftover.new {
                    unlink(hidden)
                } else if let present = content(place)?.fnv1a {
                    if text == leftover.old {
                        unlink(hidden)
                    } else if present == leftover.new {
                        isMended =
                            putBack(hidden, as: place, over: present, with: calls) || isMended
                    }
                } else if calls.show(hidden, as: place, in: FileNames.paths) == 0 {
                    isMended = true
                }
            }
            rmdir(leftover.path)
        }
        return isMended
    }

    /// What a process left that has ended.
    private struct Leftover {
        let path: String
        let (old, new): (UInt64, UInt64)
        /// When something was put into it last, in nanoseconds.
        let time: Int

        init?(_ path: String, _ name: Substring) {
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 4, let process = pid_t(parts[0]),
                let old = UInt64(parts[2], radix: 16), let new = UInt64(parts[3], radix: 16),
                let status = AsideFolder.left(path, by: process), status.st_mode & S_IFMT == S_IFDIR
            else { return nil }
            (self.path, self.old, self.new) = (path, old, new)
            time = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        }
    }

    /// What `lstat` says of something that this user owns, if the process that made it works on it no more.
    package static func left(_ path: String, by process: Int32) -> stat? {
        var status = stat()
        guard process > 0, lstat(path, &status) == 0, status.st_uid == geteuid() else { return nil }
        let isGone = kill(process, 0) != 0 && errno == ESRCH
        return isGone || hasBegun(process, after: status.st_ctim)
            || time(nil) - status.st_ctim.tv_sec > seconds ? status : nil
    }

    /// Whether a process began later, and so only has the number of an earlier one.
    private static func hasBegun(_ process: Int32, after instant: timespec) -> Bool {
        // Its beginning is the 22nd field, in ticks since the system's (proc_pid_stat(5)); the name may have spaces.
        guard let text = content("/proc/\(process)/stat"),
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

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// A regular file's bytes; nil if there is none.
    private static func content(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var bytes: [UInt8] = []
        var isFailed = false
        var isEnd = false
        while !isEnd, !isFailed {
            bytes += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                let got = read(descriptor, buffer.baseAddress, buffer.count)
                (count, isEnd) = (max(0, got), got == 0)
                isFailed = got < 0 && errno != EINTR
            }
        }
        return isFailed ? nil : bytes
    }
}
