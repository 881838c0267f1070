internal import CalendarFiles
internal import GRDB
internal import Glibc

extension FolderReplica {
    /// So many resources may vanish at once and leave an empty folder: somebody may have deleted a calendar's few
    /// events. More are taken for an accident.
    static let fewToEmpty = 3

    /// A `stat` a file; reads the files whose `stat` is not the noted one or was noted too soon after a write.
    ///
    /// The replica is absent where its folder is missing, where another folder has its place and lacks files, and where all of
    /// more than a few files are gone that nobody here has allowed to go.
    package func look() throws(ReplicaError) -> ReplicaComparison { try look(isFirst: true) }

    private func look(isFirst: Bool) throws(ReplicaError) -> ReplicaComparison {
        var agreed = try read { try AgreedFiles(rows, $0) }
        guard let folder = try openFolder() else {
            return agreed.files.isEmpty ? .differences(.init(), count: 0) : .absent
        }
        var (look, toRead, count): (ReplicaComparison.Differences, [String], Int) = (.init(), [], 0)
        do {
            try folder.forEachEntry { entry, mayBeFile in
                guard let name = Self.name(entry, &look) else { return }
                let index = agreed.byName[name]
                let status = mayBeFile ? try folder.status(entry) : nil
                // Vanished meanwhile; what a folder hides was no resource either.
                guard !mayBeFile || status != nil else { return }
                if let index { agreed.files[index].isThere = true }
                guard let status, status.st_mode & S_IFMT == S_IFREG else {
                    look.unsendable[name] = .notReadable("\(OpenFolder.Unreadable.noFile)")
                    return
                }
                count += 1
                if let index, let version = agreed.files[index].version,
                    version.isCertain(for: FileStamp(status))
                {
                    let file = agreed.files[index]
                    if version.digest != file.digest {
                        look.changed[Href(normal: file.href)] = name
                    }
                } else {
                    toRead.append(name)
                }
            }
        } catch {
            throw ReplicaError(.notReadable("\(error)"), path: path)
        }
        let missing = agreed.files.filter { !$0.isThere }
        if isFirst, !missing.isEmpty, hasChange(in: folder, of: agreed) {
            return try self.look(isFirst: false)
        }
        let standing = standing(of: folder)
        if !missing.isEmpty {
            if standing != agreed.standing { return .absent }
            if count == 0, missing.count > Self.fewToEmpty {
                let allowed = try read { try rows.allowedDeletions($0) }
                if missing.contains(where: { !allowed.contains(Href(normal: $0.href)) }) {
                    return .absent
                }
            }
        }
        look.deleted = missing.map { Href(normal: $0.href) }.sorted()
        var settled: [(href: String, was: FileVersion?, is: FileVersion)] = []
        for name in toRead {
            let file = agreed.byName[name].map { agreed.files[$0] }
            guard let version = compare(name, file, folder, &look), let file else { continue }
            if version.digest == file.digest || file.version?.digest == version.digest {
                settled.append((file.href, file.version, version))
            }
        }
        look.added.sort()
        remember(settled, standing != agreed.standing && !agreed.files.isEmpty ? folder : nil)
        return .differences(look, count: count)
    }

    /// Whether a missing file may only be away while a program changes it: an edit where the file system cannot swap two
    /// files. Waits for it, or mends what a killed one left.
    private func hasChange(in folder: OpenFolder, of agreed: AgreedFiles) -> Bool {
        func isUnderWay() -> Bool {
            (try? folder.names(beginningWith: ".agenda-").contains(
                where: LeftoverFiles.tellsOfChange))
                ?? false
        }
        var isLeft = isUnderWay()
        var isChanged = isLeft
        if isChanged { LeftoverFiles.mend(folder) }
        // An edit takes milliseconds, unless its process is stopped.
        for _ in 0..<200 where isLeft {
            usleep(5_000)
            isLeft = isUnderWay()
        }
        for (name, index) in agreed.byName where !agreed.files[index].isThere && !isChanged {
            isChanged = ((try? folder.status(name)) ?? nil) != nil
        }
        return isChanged
    }

    /// The name of a folder's entry that may be a resource; nil for others.
    private static func name(
        _ entry: UnsafePointer<CChar>, _ look: inout ReplicaComparison.Differences
    ) -> String? {
        let length = strlen(entry)
        // A dot in front hides: these are other programs' temporary files, and our own.
        guard length > 4, entry[0] != CChar(UInt8(ascii: ".")),
            strncasecmp(entry + (length - 4), ".ics", 4) == 0
        else { return nil }
        guard let name = String(validatingCString: entry), ResourceName.isValid(name) else {
            // Two such names stay two.
            let bytes = UnsafeBufferPointer(start: entry, count: length)
            let shown = bytes.reduce(into: "") { text, byte in
                let byte = UInt8(bitPattern: byte)
                let digits = String(byte, radix: 16, uppercase: true)
                text +=
                    (0x20..<0x7F).contains(byte)
                    ? String(UnicodeScalar(byte)) : byte < 0x10 ? "\\x0" + digits : "\\x" + digits
            }
            look.unsendable[shown] = .notReadable(
                "its name is not UTF-8 or has control characters")
            return nil
        }
        return name
    }

    /// Reads a file and notes how it differs; nil if it is gone or cannot be read.
    private func compare(
        _ name: String, _ file: AgreedFiles.File?, _ folder: OpenFolder,
        _ look: inout ReplicaComparison.Differences
    ) -> FileVersion? {
        do throws(OpenFolder.Unreadable) {
            guard
                let (bytes, version) = try folder.read(
                    name, key: rows.digestKey, limit: Self.limit)
            else {
                // Gone since the listing: the next look tells whether it stays so.
                return nil
            }
            if let file, version.digest == file.digest { return version }
            if let fault = SendableText.fault(bytes) {
                look.unsendable[name] = fault
            } else if let file {
                look.changed[Href(normal: file.href)] = name
            } else {
                look.added.append(name)
            }
            return version
        } catch {
            look.unsendable[name] =
                error == .tooLarge(limit: Self.limit)
                ? .tooLarge(limit: Self.limit) : .notReadable("\(error)")
            return nil
        }
    }

    /// Notes what saves the next look some reading. Where that fails, such as on a full disk, it reads again.
    private func remember(
        _ settled: [(href: String, was: FileVersion?, is: FileVersion)], _ moved: OpenFolder?
    ) {
        guard !settled.isEmpty || moved != nil else { return }
        var present: FolderIdentity?
        if let moved {
            mark(moved)
            present = standing(of: moved)
        }
        try? write { database in
            if let present { try rows.setStanding(present, database) }
            for (href, was, version) in settled where was != version {
                try rows.setVersion(version.text, of: href, was: was?.text, database)
            }
        }
    }
}

extension StateRows {
    /// Notes a file's version, unless another process has stored another one since it was read.
    fileprivate func setVersion(
        _ version: LocalVersion, of href: String, was old: LocalVersion?, _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE base SET version = ? WHERE mirror_id = ? AND href = ? AND version IS ?",
            arguments: [version.text, id, href, old?.text])
    }
}
