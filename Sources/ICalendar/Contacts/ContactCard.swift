/// One contact (RFC 6350; vCard 2.1 and 3.0, RFC 2426): what yearly events are made of.
struct ContactCard {
    /// The line of its `BEGIN`, 1-based.
    let line: Int
    private(set) var uid: String?
    /// Whether a text in an unknown encoding was reported.
    var hasUnreadText = false
    /// Its days, in the order of the file.
    private(set) var days: [Day] = []
    private var names: [Name: String] = [:]
    /// Apple's labels, by the group that they belong to.
    private var labels: [String: String] = [:]

    /// A property with a day.
    struct Day {
        var line: Int
        var property: Property
        var group: String?
    }

    /// What a contact can be called, the best first.
    private enum Name: CaseIterable {
        case formatted, structured, nickname, organization, address
    }

    /// The properties that are read.
    static let properties = anniversaries.union([
        "UID", "FN", "N", "NICKNAME", "ORG", "EMAIL", "BDAY", "X-ABDATE", "X-ABLABEL",
    ])

    /// A wedding day: RFC 6350 6.2.6, and what Evolution, Outlook and KAddressBook wrote before there was a property.
    private static let anniversaries: Set<String> = [
        "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-MS-ANNIVERSARY",
        "X-KADDRESSBOOK-X-ANNIVERSARY",
    ]

    init(line: Int) { self.line = line }

    mutating func add(_ line: ContactLine, at number: Int) {
        let property = line.property
        switch property.name {
        case "UID": uid = uid ?? Self.text(TextValue.unescaped(property.value))
        case "FN": note(.formatted, TextValue.unescaped(property.value))
        case "N": note(.structured, Self.name(of: property.fields))
        case "NICKNAME": note(.nickname, TextValue.list(property.value).first ?? "")
        case "ORG": note(.organization, property.fields.first ?? "")
        case "EMAIL": note(.address, TextValue.unescaped(property.value))
        case "X-ABLABEL":
            if let group = line.group { labels[group] = TextValue.unescaped(property.value) }
        default: days.append(Day(line: number, property: property, group: line.group))
        }
    }

    private mutating func note(_ kind: Name, _ text: String) {
        if names[kind] == nil { names[kind] = Self.text(text) }
    }

    /// What the contact is called; nil if it has no name at all.
    var name: String? { Name.allCases.lazy.compactMap { names[$0] }.first }

    /// What a day is about.
    func kind(of day: Day) -> Occasion.Kind {
        switch day.property.name {
        case "BDAY": return .birthday
        case "X-ABDATE": break
        default: return .anniversary
        }
        var label = day.group.flatMap { labels[$0] } ?? ""
        // Apple's own labels, which it shows in the reader's language: _$!<Anniversary>!$_
        if label.hasPrefix("_$!<"), label.hasSuffix(">!$_"), label.count >= 8 {
            label = String(label.dropFirst(4).dropLast(4))
        }
        guard let label = Self.text(label) else { return .other(nil) }
        switch label.lowercased() {
        case "anniversary": return .anniversary
        case "birthday": return .birthday
        case "other": return .other(nil)
        default: return .other(label)
        }
    }

    /// A text on one line; nil if nothing is left of it.
    private static func text(_ text: String) -> String? {
        let words = TextValue.clean(text).split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The name of its parts: family, given, further names, titles before, titles after (RFC 6350 6.2.2).
    private static func name(of fields: [String]) -> String {
        func field(_ index: Int) -> String {
            index < fields.count ? fields[index].replacing(",", with: " ") : ""
        }
        let (family, given) = (field(0), field(1))
        // Chinese, Japanese and Korean names have the family first, without a space.
        if !family.isEmpty,
            (family + given).unicodeScalars.allSatisfy({ $0.properties.isIdeographic })
        {
            return family + given
        }
        return [field(3), given, field(2), family, field(4)].joined(separator: " ")
    }
}
