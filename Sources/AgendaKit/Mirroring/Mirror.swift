internal import Foundation

/// What some calendars have, kept in another one as blocks: that others who see only that one know when somebody is busy, or
/// more if they are to.
public struct Mirror: Hashable, Sendable, Codable {
    /// What a block shows of its event besides when it is.
    public enum Detail: String, Hashable, Sendable, Codable, CaseIterable {
        /// `SUMMARY`.
        case title
        /// `LOCATION`.
        case location
        /// `DESCRIPTION`.
        case notes
        /// `URL`.
        case link
        /// `CATEGORIES`.
        case categories
    }

    /// What it is called; no two mirrors have one name.
    public var name: String
    /// The calendars whose events it keeps there.
    public var sources: [String]
    /// The calendar in which it keeps them.
    public var target: String
    /// What its blocks show; nothing for busy times alone.
    public var details: Set<Detail> = []
    /// What blocks are called that do not show their event's title.
    public var title = "Busy"
    /// An event is taken that has an instance from today to so many days later.
    public var days = 90
    /// Whether blocks are `CLASS:PRIVATE` (RFC 5545 3.8.1.3).
    public var isPrivate = false
    /// Whether times that touch become one block each, so that nobody can tell series and numbers of events.
    public var isFlat = false
    /// The IANA name of the zone of times without one.
    public var zone: String
    /// 128 random bits as 32 hexadecimal digits: what blocks are called is made with it.
    public private(set) var secret: String
    /// The random name of the installation that writes it; all others only look on.
    public var owner: String
    /// How often it was taken to another installation: who sees a block of a later turn stops.
    public var turn: Int { turns ?? 0 }
    private var turns: Int?
    /// Whether nothing is written until somebody runs it by hand.
    public var isPaused = false

    /// Creates a mirror with a new secret.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - sources: the names of the calendars that it mirrors.
    ///   - target: the name of the calendar in which it writes.
    ///   - zone: the IANA name of the zone of times without one.
    ///   - owner: the installation that writes it.
    public init(name: String, of sources: [String], to target: String, zone: String, owner: String)
    {
        (self.name, self.sources, self.target) = (name, sources, target)
        (self.zone, self.owner) = (zone, owner)
        secret = SecretToken.random()
    }

    /// Whether its blocks show when somebody is busy, and nothing else.
    public var isBusyOnly: Bool { details.isEmpty }

    /// The days that ``days`` takes.
    public static let possibleDays = 1...3_660
}

extension Mirror {
    /// Makes an installation the one that writes it.
    ///
    /// - Parameter installation: its random name.
    public mutating func take(_ installation: String) {
        (owner, turns) = (installation, turn + 1)
    }

    /// Leaves it to another installation, which has taken it.
    ///
    /// - Parameter turn: of that one's blocks.
    mutating func leave(to turn: Int) { (owner, turns) = ("", max(turn, self.turn)) }

    /// Its settings with its secret, as JSON, for another installation.
    public var exported: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Reads what ``exported`` wrote; nil for anything else.
    public init?(exported bytes: [UInt8]) {
        guard let mirror = try? JSONDecoder().decode(Mirror.self, from: Data(bytes)),
            !mirror.name.isEmpty, !mirror.sources.isEmpty, mirror.secret.utf8.count == 32,
            Self.possibleDays.contains(mirror.days)
        else { return nil }
        self = mirror
    }
}
