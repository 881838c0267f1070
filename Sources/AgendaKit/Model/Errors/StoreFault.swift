/// Something in a store that differs from what it was made from: because a disk returned other bytes, another
/// version of the program wrote it, or the rules of a time zone changed.
public struct StoreFault: Hashable, Sendable {
    /// The kind of content that is affected.
    public enum Kind: Sendable {
        /// What a calendar shows. `Importer.refresh(rebuild:)` derives it again.
        case derived
        /// The texts that an undo would restore.
        case history
        /// The backup, which was written anew.
        case backup
    }

    /// The kind of content that is affected.
    public var kind: Kind
    /// The file or the calendar's name; for the history, the number of the change; for the backup,
    /// where the damaged one was put.
    public var place: String
}
