internal import ICalendar

/// The names and marks of a mirror's blocks, made with its secret: who knows an event's UID cannot tell which block is its
/// own, and who sees blocks cannot tell which belong together.
struct MirrorNames: Sendable {
    /// What the UID of each block begins with, whichever mirror's it is.
    static let prefix = "agm-"
    /// The property that marks a block beside its UID, which some servers replace.
    static let property = "X-AGENDA-MIRROR"

    /// A mark that was made with the secret.
    struct Mark: Hashable, Sendable {
        /// The UID under which the block was written.
        var uid: String
        /// Stands for the installation that wrote it (``MirrorNames/writer(_:of:)``).
        var writer: String
        /// In which turn it was written (``Mirror/turn``).
        var turn: Int
    }

    private let key: [UInt8]
    private let beginning: String

    /// - Parameters:
    ///   - secret: of the mirror (``Mirror/secret``).
    ///   - beginning: what UIDs begin with: that of mirrors, if it is one.
    init(secret: String, beginning: String = Self.prefix) {
        (key, self.beginning) = (Array(secret.utf8), beginning)
    }

    /// The UID of the block of an event.
    ///
    /// - Parameters:
    ///   - uid: of the event; of a block that stands for no event alone, what tells it from others.
    ///   - instance: which one, if each has its block.
    func uid(of uid: String, _ instance: OccurrencePoint? = nil) -> String {
        beginning + code(["block", uid, instance?.icalendar ?? ""], length: 16)
    }

    /// The UID of a block that was removed by others and comes back: a server that keeps a trash bin refuses the one that it had
    /// (nextcloud/server 30096, 42582).
    ///
    /// - Parameter number: how often it came back; 0 for the first time.
    static func uid(_ base: String, number: Int) -> String {
        number == 0 ? base : "\(base)-\(number)"
    }

    /// The UID that a block has at first, and how often it came back since; nil if it is no block's.
    static func base(of uid: String) -> (uid: String, number: Int)? {
        guard uid.hasPrefix(prefix) else { return nil }
        let rest = uid.dropFirst(prefix.count)
        let digits = rest.prefix { $0.isHexDigit && !$0.isUppercase }
        guard digits.count == 32 else { return nil }
        let tail = rest.dropFirst(32)
        if tail.isEmpty { return (uid, 0) }
        guard tail.first == "-", let number = Int(tail.dropFirst()), number > 0 else { return nil }
        return (String(uid.dropLast(tail.count)), number)
    }

    /// The value of a block's ``property``.
    func mark(of uid: String, by installation: String, turn: Int) -> String {
        "\(uid) \(proof(of: uid, turn)) \(writer(installation, of: uid)) \(turn)"
    }

    /// What a mark says; nil if it was not made with this secret.
    func mark(_ value: String) -> Mark? {
        let words = value.split(separator: " ").map(String.init)
        guard words.count == 4, let turn = Int(words[3]),
            SecretToken.isEqual(words[1], proof(of: words[0], turn))
        else { return nil }
        return Mark(uid: words[0], writer: words[2], turn: turn)
    }

    /// Stands for an installation in a block: another text in each.
    func writer(_ installation: String, of uid: String) -> String {
        code(["writer", installation, uid], length: 4)
    }

    /// Who wrote a mark, as far as the settings of its mirror know.
    func writer(_ mark: Mark, of mirror: Mirror) -> MirrorPlan.Writer {
        // Who looks on does not know the owner.
        if mirror.owner.isEmpty { return .owner }
        if mark.turn < mirror.turn { return .formerOwner }
        let isOwner = mark.turn == mirror.turn && writer(mirror.owner, of: mark.uid) == mark.writer
        return isOwner ? .owner : .stranger(turn: mark.turn)
    }

    private func proof(of uid: String, _ turn: Int) -> String {
        code(["mark", uid, String(turn)], length: 8)
    }

    /// - Parameter length: how many bytes of the code are wanted.
    private func code(_ words: [String], length: Int) -> String {
        // No text of a calendar has the sign that divides them.
        SHA256.code(key, Array(words.joined(separator: "\u{0}").utf8)).prefix(length).hex
    }
}
