import CalendarFiles
import Foundation
import Synchronization

/// The system calls of a kernel that cannot do everything, and something that happens between two of them.
struct PoorKernel: Sendable {
    /// What it lacks.
    enum Lack: Sendable, CaseIterable {
        /// `RENAME_EXCHANGE`, as exFAT.
        case exchange
        /// The flags of renameat2(2), as NFS.
        case flags
        /// These and links, as many FUSE file systems.
        case flagsAndLinks
    }

    let names: FileNames
    private let count = Counter()

    /// - Parameters:
    ///   - call: Before which call `event` happens; as many as were made, for after the last.
    init(_ lack: Lack, before call: Int = .max, _ event: @escaping @Sendable () -> Void = {}) {
        let count = count
        let step: @Sendable () -> Void = { if count.next() == call { event() } }
        names = FileNames(
            rename: { folder, old, new, flags in
                step()
                if flags == 2 || flags != 0 && lack != .exchange { return EINVAL }
                return FileNames.system.rename(folder, old, new, flags)
            },
            link: { folder, old, new in
                step()
                return lack == .flagsAndLinks ? EPERM : FileNames.system.link(folder, old, new)
            })
    }

    /// How many calls were made.
    var calls: Int { count.value }

    private final class Counter: Sendable {
        private let number = Mutex(0)
        func next() -> Int {
            number.withLock { number in
                defer { number += 1 }
                return number
            }
        }
        var value: Int { number.withLock { $0 } }
    }
}

/// What another program does to a file.
enum Stranger: Sendable, CaseIterable {
    case replaces, deletes, createsIfMissing

    func act(_ path: String) {
        switch self {
        case .replaces:
            // As vdirsyncer and khal do.
            let own = path + ".other"
            FileManager.default.createFile(atPath: own, contents: Data("theirs".utf8))
            rename(own, path)
        case .deletes: unlink(path)
        case .createsIfMissing:
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard file >= 0 else { return }
            _ = write(file, "theirs", 6)
            close(file)
        }
    }
}
