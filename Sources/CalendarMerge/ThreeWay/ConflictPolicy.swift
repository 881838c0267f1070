/// What becomes of a property that both sides changed differently.
///
/// Whatever it says, the lines that do not stand are reported (``ThreeWayMerge/Clash``).
public enum ConflictPolicy: String, CaseIterable, Sendable {
    /// The server's value stands.
    case server
    /// This device's value stands.
    case mine
    /// The value of the side that revised the component last stands, by `LAST-MODIFIED`, else `DTSTAMP`; the server's if
    /// they are equal.
    case newer
    /// The server's value stands, and this device's version becomes a second event
    /// (``ThreeWayMerge/secondEvent(of:uid:)``).
    case both
    /// The server's value would stand, but nothing is put in place or sent until a person has decided.
    case ask
}
