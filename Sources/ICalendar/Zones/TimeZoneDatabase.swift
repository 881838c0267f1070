import Synchronization

/// IANA time zones by name, loaded through a closure and cached.
///
/// ```swift
/// let files: [String: [UInt8]] = [:]
/// let own = TimeZoneDatabase { name in files[name] }
/// print(own.rules(named: "Asia/Tokyo")?.name ?? "unknown")
/// ```
public final class TimeZoneDatabase: Sendable {
    private let load: @Sendable (_ name: String) -> [UInt8]?
    /// By the requested name; also caches that no such zone exists.
    private let cache = Mutex<[String: Answer]>([:])

    private struct Answer {
        var rules: TimeZoneRules?
        /// Whether the name is spelt as tz data spells it.
        var isExact = true
    }

    /// The maximum number of cached names: six times the 600 of tz data. Further names are read
    /// from files each time, so that hostile names cannot fill the memory.
    private static let cacheLimit = 4_000

    /// Creates a database over a store of compiled tz data files.
    ///
    /// - Parameter load: returns the bytes of the TZif file `name`, such as `Europe/Berlin`,
    ///   relative to the store's root; nil if there is none. The names passed to it contain only
    ///   ASCII letters, digits, `+`, `-`, `_` and `/`, and no empty, `.` or `..` part. It may be
    ///   called from any thread, and twice for one name.
    public init(load: @escaping @Sendable (_ name: String) -> [UInt8]?) {
        self.load = load
    }

    /// The zone with this IANA name or alias; nil if there is none.
    ///
    /// Tries the name as written, then in tz data's own spelling (`europe/berlin`); each time it
    /// also tries tz data's table of old names (`US/Eastern`, which some systems no longer
    /// install). Unreadable data counts as no zone.
    public func rules(named name: String) -> TimeZoneRules? { answer(name).rules }

    /// The same, but only for a name in tz data's own spelling.
    func rules(exactlyNamed name: String) -> TimeZoneRules? {
        let answer = answer(name)
        return answer.isExact ? answer.rules : nil
    }

    private func answer(_ name: String) -> Answer {
        if let known = cache.withLock({ $0[name] }) { return known }
        let answer = Self.isSafe(name) ? find(name) : Answer()
        cache.withLock { if $0.count < Self.cacheLimit { $0[name] = answer } }
        return answer
    }

    private func find(_ name: String) -> Answer {
        // Almost all names are written as in tz data.
        if let rules = read(name) { return Answer(rules: rules) }
        for spelling in [name] + Self.spellings(of: name) {
            let isExact = spelling == name
            if !isExact, let rules = read(spelling) { return Answer(rules: rules, isExact: false) }
            if let current = Self.currentNames[spelling], let rules = read(current) {
                return Answer(rules: rules, isExact: isExact)
            }
        }
        return Answer()
    }

    /// The current names of ``LegacyZoneNames``.
    private static let currentNames: [String: String] = {
        let pairs = LegacyZoneNames.table.split(whereSeparator: \.isWhitespace).map { pair in
            pair.split(separator: "=").map(String.init)
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }()

    private func read(_ name: String) -> TimeZoneRules? {
        guard let bytes = load(name) else { return nil }
        return try? TimeZoneRules(name: name, tzif: bytes)
    }

    /// Whether a tz data store may contain the name, which makes it safe as a relative path.
    static func isSafe(_ name: String) -> Bool {
        // Files beside the zones whose meaning differs between machines.
        if ["localtime", "posixrules", "Factory"].contains(name) { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // The longest name of tz data 2026 has 32 characters.
        guard name.utf8.count <= 64, parts.allSatisfy({ !$0.isEmpty }) else { return false }
        return name.utf8.allSatisfy { byte in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "+", "-", "_", "/": true
            default: false
            }
        }
    }

    /// The spellings that tz data may use for the name: each word capitalized, or all in capitals.
    private static func spellings(of name: String) -> [String] {
        var words = ""
        var word = ""
        func spelled(_ word: String) -> String {
            let lower = word.lowercased()
            if lower == "us" { return "US" }
            // Port_of_Spain, Dar_es_Salaam, Port-au-Prince.
            return ["of", "es", "au"].contains(lower)
                ? lower : lower.prefix(1).uppercased() + lower.dropFirst()
        }
        for character in name {
            if character == "/" || character == "_" || character == "-" {
                words += spelled(word) + String(character)
                word = ""
            } else {
                word.append(character)
            }
        }
        words += spelled(word)
        let upper = name.uppercased()
        let etc = upper.hasPrefix("ETC/") ? ["Etc/" + upper.dropFirst(4)] : []
        return ([words, upper] + etc).filter { $0 != name }
    }
}
