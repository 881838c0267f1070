/// How a server differs from the standards: the letters stand for Radicale, Xandikos (x: 0.2), Cyrus, DAViCal, SOGo and sabre 1.8.
struct Dialect: Sendable, CustomStringConvertible {
    enum Refusal: Sendable { case status(Int, condition: String?), everything }
    enum Missing: Sendable { case status404, silent, wholeReport404 }
    enum Tags: Sendable { case strong, weak, unquoted, none }
    enum Rewriting: Sendable { case nothing, form, loses }
    enum SameUID: Sendable { case stored, status(Int, condition: String?), inside207 }
    enum Hrefs: Sendable { case paths, absolute, otherEscapes }

    var description: String
    var hasTokens = true
    var hasTag = true
    var refusal = Refusal.status(403, condition: "valid-sync-token")
    var tellsUnknownGone = false
    var missing = Missing.status404
    var tags = Tags.strong
    /// Whether a tag counts the versions of its resource since that was made, and so comes again.
    var countsVersions = false
    /// Whether the answer to a PUT tells the version.
    var tellsTagOfPut = true
    var rewriting = Rewriting.nothing
    var sameUID = SameUID.stored
    var hrefs = Hrefs.paths
    /// Whether `If-Match` counts for DELETE.
    var honoursMatchOnDelete = true
    /// Whether `If-None-Match: *` counts.
    var honoursNoneMatch = true
    /// What invalid data is answered with.
    var invalid = 400
    var hasMove = true
    /// Items in a report before it is refused.
    var cap = Int.max
    /// Items in an answer about changes before it is cut with 507.
    var page = Int.max
    /// Every n-th change is never told as one; 0 tells all.
    var losesEvery = 0

    static let plain = Dialect(description: "plain")
    static let radicale = Dialect(
        description: "R", tellsUnknownGone: true, rewriting: .form,
        sameUID: .status(409, condition: nil), cap: 10_000)
    static let xandikos = Dialect(
        description: "X", refusal: .status(412, condition: nil), rewriting: .form,
        sameUID: .status(412, condition: nil), invalid: 412)
    static let oldXandikos = Dialect(
        description: "x", refusal: .status(500, condition: nil), rewriting: .form,
        sameUID: .inside207, hasMove: false)
    static let cyrus = Dialect(
        description: "C", tellsUnknownGone: true, rewriting: .form,
        sameUID: .status(403, condition: "unique-scheduling-object-resource"), invalid: 403)
    static let davical = Dialect(
        description: "D", refusal: .everything, tellsUnknownGone: true, missing: .silent,
        invalid: 412)
    static let sogo = Dialect(
        description: "O", refusal: .everything, countsVersions: true, rewriting: .form,
        sameUID: .status(409, condition: nil), honoursMatchOnDelete: false,
        honoursNoneMatch: false, invalid: 404)
    static let sabre = Dialect(
        description: "S", hasTokens: false, missing: .wholeReport404, invalid: 415)
    static let noTags = Dialect(description: "no tags", tags: .none, tellsTagOfPut: false)
    static let weakTags = Dialect(description: "weak tags", tags: .weak)
    static let unquotedTags = Dialect(description: "unquoted tags", tags: .unquoted)
    static let silentPut = Dialect(
        description: "no tag of a PUT", tellsTagOfPut: false, rewriting: .form)
    static let noTokenNoTag = Dialect(
        description: "nothing to ask by", hasTokens: false, hasTag: false)
    static let absoluteHrefs = Dialect(description: "absolute hrefs", hrefs: .absolute)
    static let otherEscapes = Dialect(description: "other escapes", hrefs: .otherEscapes, page: 2)

    /// Those that never overwrite or delete what somebody else has changed meanwhile.
    static let honouring = [
        plain, radicale, xandikos, oldXandikos, cyrus, davical, sabre, unquotedTags, silentPut,
        noTokenNoTag, absoluteHrefs, otherEscapes,
    ]
}
