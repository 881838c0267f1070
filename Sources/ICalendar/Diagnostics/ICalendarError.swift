/// An operation of this library that could not be done at all.
///
/// A bad part of the input is no error but a ``Diagnostic``: its neighbours are kept.
public enum ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libical is needed and not installed, with what the loader says.
    case libraryMissing(cause: String)
    /// A zone's data breaks the format (RFC 9636), with how.
    case malformedZoneData(zone: String, fault: String)
    /// A zone's data counts leap seconds, as instants here do not.
    case leapSeconds(zone: String)

    /// What is wrong, in one line of English.
    public var description: String {
        switch self {
        case .libraryMissing(let cause): "libical is not installed (\(cause))"
        case .malformedZoneData(let zone, let fault): "time zone data for \(zone) \(fault)"
        case .leapSeconds(let zone): "time zone data for \(zone) counts leap seconds"
        }
    }
}
