/// Tells an emptied folder from one whose disk is not mounted.
///
/// Both exist and are empty. But an emptied folder is on the mount on which its files were read, and in the same place of it: a
/// folder of the same disk may have been mounted there (`mount --bind`).
struct MountedFolders {
    /// What was noted when the source was read last.
    let known: [SourceMount]
    /// The mount of the source's folder, and of folders below it on another mount than their parent, by what
    /// the `href`s of their files begin with.
    let present: [String: FolderMount]
    /// The source's folder.
    let root: String
    /// Names what is mounted where a path lies.
    var mount: (String) -> String? = MountTable.mount

    /// Folders that are empty, and on another mount than when they were not.
    ///
    /// - Parameters:
    ///   - stored: whether an `href` that begins so is stored.
    ///   - listed: whether an `href` that begins so is listed.
    func missing(stored: (String) -> Bool, listed: (String) -> Bool) -> [String] {
        known.map(\.prefix).filter { stored($0) && !listed($0) && isElsewhere($0) }
    }

    /// A device number alone proves nothing: it may change after a restart.
    private func isElsewhere(_ prefix: String) -> Bool {
        guard let before = known.first(where: { $0.prefix == prefix }),
            let device = device(prefix)
        else { return false }
        let path = path(prefix)
        guard prefix.isEmpty || FileSystem.isFolder(path) else { return false }
        guard let old = before.mount, let new = mount(path) else { return device != before.device }
        if device != before.device { return old != new }
        guard let was = MountTable.place(of: path, on: old),
            let now = MountTable.place(of: path, on: new)
        else { return false }
        return was != now
    }

    /// The device of a folder: its own, or its parent's.
    private func device(_ prefix: String) -> UInt64? {
        present.filter { prefix.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
            .device
    }

    /// What to note now; nil if it is what was noted.
    ///
    /// - Parameter missing: folders for which the note stays as it is.
    func renewed(missing: [String]) -> [SourceMount]? {
        let kept = known.filter { mount in
            missing.contains { mount.prefix.hasPrefix($0) }
        }
        let present = present.filter { prefix, _ in !missing.contains { prefix.hasPrefix($0) } }
        let isKnown =
            kept.count + present.count == known.count
            && present.allSatisfy { prefix, now in
                known.contains { $0.prefix == prefix && isSame($0, now) }
            }
        if isKnown { return nil }
        return kept
            + present.sorted { $0.key < $1.key }.map { prefix, now in
                SourceMount(
                    prefix: prefix, device: now.device, id: now.id, mount: mount(path(prefix)))
            }
    }

    /// Whether a folder is on the mount that was noted. The table is read only where the number is another one: it is after
    /// some restarts, and for a process that sees other mounts.
    private func isSame(_ noted: SourceMount, _ now: FolderMount) -> Bool {
        guard noted.device == now.device else { return false }
        return now.id == nil || noted.id == now.id
            || noted.id != nil && mount(path(noted.prefix)) == noted.mount
    }

    func path(_ prefix: String) -> String {
        prefix.isEmpty ? root : FileSystem.path(root, String(prefix.dropLast()))
    }
}
