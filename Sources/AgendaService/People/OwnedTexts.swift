internal import AgendaKit
internal import CalendarFiles
internal import ICalendar

/// The resources of a calendar where its owner keeps them: files of a folder, or a bank of ``KeptCalendars``.
enum OwnedTexts: Sendable {
    case folder(String)
    case kept(any KeptBank)

    /// What was there at some time.
    struct Revision {
        fileprivate var files: [String: FileVersion] = [:]
        fileprivate var versions: [String: String] = [:]
        /// Of a calendar that says what has changed since; nil before the first change.
        fileprivate var state: KeptState?
        /// Under which the digests of files are.
        fileprivate let key = ContentDigest.Key.random()
    }

    /// The names of what is new, has changed or is gone since a revision, which becomes the present one.
    func changes(since revision: inout Revision) throws(BankError) -> Set<String> {
        switch self {
        case .folder(let path):
            let bank = try FolderBank(path, key: revision.key, mendsEachTime: false)
            guard
                case .changes(let changed, let gone, let now) = try bank.members(
                    since: revision.files)
            else { return [] }
            revision.files = now
            return gone.union(changed.keys)
        case .kept(let bank as any StatedBank):
            if let since = revision.state, let news = try bank.changes(since: since) {
                revision.state = news.last?.state ?? since
                for resource in news {
                    revision.versions[resource.name] = resource.isGone ? nil : ""
                }
                return Set(news.map(\.name))
            }
            let all = try bank.changes(since: nil) ?? []
            revision.state = all.last?.state
            // What is not told of a state that is not known any more may be gone.
            let old = revision.versions
            revision.versions = Dictionary(all.map { ($0.name, "") }) { $1 }
            return Set(old.keys).union(all.map(\.name))
        case .kept(let bank):
            let now = try bank.versions(of: nil)
            let old = revision.versions
            revision.versions = now
            return Set(now.filter { old[$0.key] != $0.value }.keys)
                .union(old.keys.filter { now[$0] == nil })
        }
    }

    /// The texts of some resources, and what a change of them has to say was read.
    func read(_ names: [String]) throws(BankError) -> [String: BankText] {
        switch self {
        case .folder(let path):
            try FolderBank(path, key: Self.key, mendsEachTime: false).read(names)
        case .kept(let bank): try bank.read(names, key: Self.key)
        }
    }

    func commit(_ changes: [ResourceChange]) throws(BankError) {
        switch self {
        case .folder(let path):
            try FolderBank(path, key: Self.key, mendsEachTime: false).commit(changes)
        case .kept(let bank): try bank.commit(changes, key: Self.key)
        }
    }

    private static let key = ContentDigest.Key.random()
}
