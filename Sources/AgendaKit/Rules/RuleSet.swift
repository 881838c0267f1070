internal import ICalendar

/// Rules in their order: of those that apply to an event the later one decides each effect.
public struct RuleSet: Hashable, Sendable {
    /// The rules.
    public var rules: [Rule]
    /// The name of the zone that counts for hours and days of the week where an event has none.
    public var zone: String
    /// The reader's own addresses, of which rules ask whether they have declined.
    public var me: [String]

    /// Creates a list of rules.
    ///
    /// - Parameters:
    ///   - rules: in their order.
    ///   - zone: the IANA name of the zone for events without one.
    ///   - me: the reader's own addresses.
    public init(_ rules: [Rule] = [], zone: String = "UTC", me: [String] = []) {
        (self.rules, self.zone, self.me) = (rules, zone, me)
    }

    /// Separates the rules in ``text``: ASCII's separator of records.
    private static let (separator, unit): (Character, Character) = ("\u{1E}", "\u{1F}")

    /// What the store keeps.
    package var text: String {
        rules.isEmpty
            ? "" : head + rules.map { $0.text() }.joined(separator: String(Self.separator))
    }

    /// How ``text`` begins: zone and addresses.
    private var head: String {
        [zone, me.joined(separator: String(Self.unit)), ""].joined(
            separator: String(Self.separator))
    }

    /// How ``text`` begins where there are rules: zone and addresses.
    package static func head(zone: String, me: [String]) -> String {
        RuleSet(zone: zone, me: me).head
    }

    /// Reads what ``text`` is; rules that cannot be read are none.
    package init(text: String) {
        guard !text.isEmpty else {
            self.init()
            return
        }
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false)
        self.init(
            parts.dropFirst(2).compactMap { Rule(text: $0) },
            zone: parts.first.map(String.init) ?? "UTC",
            me: parts.dropFirst().first?.split(separator: Self.unit).map(String.init) ?? [])
    }

    /// The names of the rules' conditions: two rules with the same conditions have the same one, whatever they do. Where the
    /// clock matters, the zone belongs to the conditions.
    var names: [String] {
        rules.map { rule in
            let text = rule.text(where: \.isCondition)
            let whole = rule.conditions.readsClock ? text + String(Self.separator) + zone : text
            return String(NameDigest(whole).hex.prefix(16))
        }
    }

    /// What the rules say whose conditions have been met, in their order: an event of which it is the same looks the same.
    ///
    /// - Parameters:
    ///   - met: the conditions' names.
    ///   - names: those of all rules (``names``), which take time.
    func result(_ met: some Collection<String>, _ names: [String]) -> [String] {
        zip(names, rules).filter { met.contains($0.0) }.map { _, rule in
            rule.text() + (rule.conditions.isDeclined == nil ? "" : me.joined(separator: " "))
        }
    }
}
