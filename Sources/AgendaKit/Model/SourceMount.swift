/// What was mounted where a source's files lay when they were read.
///
/// A folder that is empty on the same mount as before was emptied; one that is empty elsewhere is the place
/// of a disk that is missing, or is hidden by another one (``MountedFolders``).
struct SourceMount: Hashable, Sendable {
    /// What the `href` of the folder's files begins with: empty for the source's own folder, else with a
    /// slash at the end.
    var prefix: String
    /// `st_dev`, which may be another one after a restart.
    var device: UInt64
    /// What is mounted there, as ``MountTable/mount(of:)`` names it; nil where the system did not tell.
    var mount: String?
}
