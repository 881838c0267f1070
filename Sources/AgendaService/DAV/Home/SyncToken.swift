internal import AgendaKit
internal import AgendaSync

/// A state of a calendar, as clients keep it (RFC 6578 section 4): which installation, which revision, and 64 random bits of
/// that revision, so that a restored store that counts on differently is not taken for the same.
struct SyncToken: Hashable, Sendable {
    /// Which store.
    var generation: String
    /// What the store has to be asked with; a part of a long answer ends in the names up to which it has come.
    var members: MemberToken

    private static let start = "data:,agenda-"

    init(generation: String, _ members: MemberToken) {
        (self.generation, self.members) = (generation, members)
    }

    /// - Returns: nil for a text that is none of ours.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        let parts = text.dropFirst(Self.start.count)
            .split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, let revision = Int64(parts[1]), revision >= 0,
            let nonce = UInt64(parts[2], radix: 16)
        else { return nil }
        (generation, members) = (String(parts[0]), MemberToken(revision: revision, nonce: nonce))
        if parts.count == 4 {
            let names = parts[3].split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.decoded($0) }
            guard names.count <= 2, let after = names.first, let after,
                !names.contains(where: { $0 == nil })
            else { return nil }
            members.after = after
            members.within = names.count == 2 ? names[1] : nil
        }
    }

    /// A URI (RFC 2397), because clients take it for one.
    var text: String {
        let base =
            Self.start + "\(generation)-\(members.revision)-\(String(members.nonce, radix: 16))"
        guard let after = members.after else { return base }
        let within = members.within.map { "/" + Href.segment($0) } ?? ""
        return base + "-" + Href.segment(after) + within
    }
}
