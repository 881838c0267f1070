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
    /// What is mounted there, as ``MountTable/mount(of:)`` names it; nil if the system does not tell.
    var mount: String?
}
