/// Tells an emptied folder from one whose disk is not mounted.
///
/// Both exist and are empty. But an emptied folder is on the mount on which its files were read.
struct MountedFolders {
    /// What was noted when the source was read last.
    let known: [SourceMount]
    /// `st_dev` of the source's folder, and of folders below it on another device than their parent, by what
    /// the `href`s of their files begin with.
    let devices: [String: UInt64]
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
        known.map(\.prefix).filter { isElsewhere($0) && stored($0) && !listed($0) }
    }

    /// A device number alone proves nothing: it may change after a restart.
    private func isElsewhere(_ prefix: String) -> Bool {
        guard let before = known.first(where: { $0.prefix == prefix }),
            let device = device(prefix), device != before.device
        else { return false }
        let path = path(prefix)
        guard prefix.isEmpty || FileSystem.isFolder(path) else { return false }
        guard let old = before.mount, let new = mount(path) else { return true }
        return old != new
    }

    /// The device of a folder: its own, or its parent's.
    private func device(_ prefix: String) -> UInt64? {
        devices.filter { prefix.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
    }

    /// What to note now; nil if it is what was noted.
    ///
    /// - Parameter missing: folders for which the note stays as it is.
    func renewed(missing: [String]) -> [SourceMount]? {
        let kept = known.filter { mount in
            missing.contains { mount.prefix.hasPrefix($0) }
        }
        let present = devices.filter { prefix, _ in !missing.contains { prefix.hasPrefix($0) } }
        let isKnown =
            kept.count + present.count == known.count
            && present.allSatisfy { prefix, device in
                known.contains { $0.prefix == prefix && $0.device == device }
            }
        if isKnown { return nil }
        return kept
            + present.sorted { $0.key < $1.key }.map { prefix, device in
                SourceMount(prefix: prefix, device: device, mount: mount(path(prefix)))
            }
    }

    func path(_ prefix: String) -> String {
        prefix.isEmpty ? root : FileSystem.path(root, String(prefix.dropLast()))
    }
}
