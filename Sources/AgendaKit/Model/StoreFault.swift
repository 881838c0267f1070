/// Something in a store that is not what it was made from: a disk that gave back other bytes, a program of
/// another version, or other rules of a time zone.
public struct StoreFault: Hashable, Sendable {
    /// What is affected.
    public enum Kind: Sendable {
        /// What is shown of a calendar. `Importer.refresh(rebuild:)` works it out again.
        case derived
        /// The texts that an undo would bring back.
        case history
    }

    /// What is affected.
    public var kind: Kind
    /// The file, the calendar's name, or for the history the number of the change.
    public var place: String
}
