internal import Glibc
package import ICalendar

/// A folder whose files are resources, which other programs read and change, too: none of their changes is lost.
///
/// A link to a file stays one: what it leads to is read and replaced, and it is not removed.
package struct FolderBank: ResourceBank {
    /// The versions of all files.
    package typealias Revision = [String: FileVersion]

    let folder: OpenFolder
    let key: ContentDigest.Key
    /// Whether a link stands for what it leads to; else it is no resource.
    let followsLinks: Bool
    /// Bytes; a larger file is not read.
    let limit: Int

    /// A folder as others keep it, where each change waits for programs that have a file open.
    ///
    /// - Parameters:
    ///   - path: of the folder, which exists.
    ///   - key: under which digests are; no secret.
    ///   - names: the system calls.
    ///   - mendsEachTime: whether each change mends first what killed processes have left, for which all names of the folder
    ///     are read; else that is done once a minute.
    package init(
        _ path: String, key: ContentDigest.Key = .random(), names: FileNames = .system,
        mendsEachTime: Bool = true
    ) throws(BankError) {
        do throws(SystemFailure) {
            folder = try OpenFolder(path, names: names, mendsEachTime: mendsEachTime)
        } catch { throw BankError(.failed(error)) }
        (self.key, followsLinks, limit) = (key, true, .max)
    }

    /// An open folder for whoever keeps digests of its files, which are nowhere but in it.
    ///
    /// - Parameters:
    ///   - key: under which the digests are.
    ///   - limit: bytes; a larger file is not read.
    package init(_ folder: OpenFolder, key: ContentDigest.Key, limit: Int) {
        (self.folder, self.key, followsLinks, self.limit) = (folder, key, false, limit)
    }

    /// Costs a `stat` of each file, whatever has changed, and the content of those that it does not tell about: a file system
    /// keeps no order in which names were changed, and what the kernel tells of a folder is told to nobody who comes later. Of a
    /// folder that is a source the store knows the answer in the size of the change (`EventStore.members(of:since:)`), because
    /// each import notes it: whoever has a store asks that.
    package func members(since revision: Revision?) throws(BankError) -> BankMembers<Revision> {
        var (now, changed): (Revision, [String: ContentDigest]) = ([:], [:])
        var all: [String] = []
        do { all = try folder.names(beginningWith: "") } catch {
            throw BankError(.failed(error as? SystemFailure ?? SystemFailure(EIO)))
        }
        for name in all where name.first != "." && name.lowercased().hasSuffix(".ics") {
            let old = revision?[name]
            do throws(OpenFolder.Unreadable) {
                guard let version = try version(place(name), old.map { .version($0) } ?? .absent)
                else { continue }
                now[name] = version
                if version.digest != old?.digest { changed[name] = version.digest }
            } catch { throw BankError(.unreadable(error), name) }
        }
        let gone = Set((revision ?? [:]).keys).subtracting(now.keys)
        return .changes(changed, gone: gone, now: now)
    }

    package func read(_ names: [String]) throws(BankError) -> [String: BankText] {
        var texts: [String: BankText] = [:]
        for name in names {
            do throws(OpenFolder.Unreadable) {
                guard let found = try folder.read(place(name), key: key, limit: limit) else {
                    continue
                }
                texts[name] = BankText(bytes: found.bytes, version: .version(found.version))
            } catch { throw BankError(.unreadable(error), name) }
        }
        return texts
    }

    /// What the files `displayname` and `color` say (vdir); nothing for one that is missing or empty.
    package var properties: BankProperties {
        func line(_ name: String) -> String? {
            let bytes = (try? folder.content(place(name), limit: 65_536))?.bytes ?? []
            let words = String(decoding: bytes.prefix(1_024), as: UTF8.self).split(
                whereSeparator: \.isWhitespace)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        return BankProperties(name: line("displayname"), color: line("color"))
    }

    package var watchedPath: String? { folder.path }

    /// Where a file is.
    func place(_ name: String) -> String { followsLinks ? folder.place(of: name) : name }

    /// A file's version, without reading where it is known for certain; nil if there is nothing.
    func version(
        _ place: String, _ condition: ResourceChange.Condition
    ) throws(OpenFolder.Unreadable) -> FileVersion? {
        if case .version(let known) = condition, let status = try? folder.status(place),
            known.isCertain(for: FileStamp(status))
        {
            return known
        }
        return try folder.read(place, key: key, limit: limit)?.version
    }
}
