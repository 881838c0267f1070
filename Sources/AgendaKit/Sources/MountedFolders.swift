/// Tells an emptied folder from the place of a disk that is not mounted.
///
/// Both exist and hold nothing. But an emptied folder lies on the mount on which its files were read.
struct MountedFolders {
    /// What was known when the source was read last.
    let known: [SourceMount]
    /// `st_dev` of the source's folder and of those below it that lie on another device than what they
    /// stand in, by what the `href` of their files begins with.
    let devices: [String: UInt64]
    /// The source's folder.
    let root: String
    /// Names what is mounted where a path lies.
    var mount: (String) -> String? = MountTable.mount

    /// Folders that hold nothing, and are on another mount than when they held something.
    ///
    /// - Parameters:
    ///   - stored: whether an `href` is known that begins so.
    ///   - listed: whether one is there that begins so.
    func missing(stored: (String) -> Bool, listed: (String) -> Bool) -> [String] {
        known.map(\.prefix).filter { isElsewhere($0) && stored($0) && !listed($0) }
    }

    /// A number alone proves nothing: after a restart a file system may have another one.
    private func isElsewhere(_ prefix: String) -> Bool {
        guard let before = known.first(where: { $0.prefix == prefix }),
            let device = device(prefix), device != before.device
        else { return false }
        let path = path(prefix)
        guard prefix.isEmpty || FileSystem.isFolder(path) else { return false }
        guard let old = before.mount, let new = mount(path) else { return true }
        return old != new
    }

    /// The device of a folder: its own, or that of what it stands in.
    private func device(_ prefix: String) -> UInt64? {
        devices.filter { prefix.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
    }

    /// What is to be known from now on; nil where that is what is known.
    ///
    /// - Parameter missing: folders of which it stays as it is.
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
