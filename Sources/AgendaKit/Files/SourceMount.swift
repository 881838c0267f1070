/// What was mounted at a source's files when they were read.
///
/// A folder that is empty on the same mount as before was emptied. A folder that is empty on another mount is
/// where a disk is missing, or is hidden by another disk (``MountedFolders``).
struct SourceMount: Hashable, Sendable {
    /// The beginning of the `href`s in the folder: empty for the source's own folder, else with a slash at
    /// the end.
    var prefix: String
    /// `st_dev`, which may change after a restart.
    var device: UInt64
    /// The mount's number, which may change after a restart; nil if it was not noted.
    var id: UInt64?
    /// What is mounted there, as ``MountTable/mount(of:)`` names it; nil if the system does not tell.
    var mount: String?
}

/// What a folder is on now.
struct FolderMount: Hashable, Sendable {
    /// `st_dev`.
    var device: UInt64
    /// The mount's number; nil if the system does not tell.
    var id: UInt64?
}
