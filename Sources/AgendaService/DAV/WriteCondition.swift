/// What has to be there for a write.
enum WriteCondition: Hashable, Sendable {
    /// Whatever there is.
    case any
    /// Nothing (`If-None-Match: *`).
    case absent
    /// Something (`If-Match: *`).
    case present
    /// One of these tags (`If-Match`).
    case tags([String])

    func holds(for tag: String?) -> Bool {
        switch self {
        case .any: true
        case .absent: tag == nil
        case .present: tag != nil
        case .tags(let tags): tag.map(tags.contains) ?? false
        }
    }
}
