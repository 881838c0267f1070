/// Whether two events of different UIDs, which take place at the same times, are likely the same; and why.
///
/// Precision comes first: two people's "Lunch" at one hour are two lunches. A title that says little, or that differs a little,
/// needs a link besides: the same place, organizer, address or description.
package struct EventLikeness {
    /// What is compared of an event.
    package struct Side: Sendable {
        package var title: String?
        package var place: String?
        package var organizer: String?
        package var url: String?
        package var text: String?
        package var isAllDay = false

        package init(title: String?) { self.title = title }
    }

    /// Why two events are likely the same.
    package enum Reason: Int, Hashable, Sendable, CaseIterable {
        case sameTitle, likeTitle, samePlace, sameOrganizer, sameAddress, sameText
    }

    /// What a link is worth only if few events have it: a value that events of many titles share links nothing.
    package struct Commonness: Sendable {
        private var titles: [String: Set<String>] = [:]
        /// Titles with one value, at most.
        private static let most = 3

        package init() {}

        /// Notes an event of the calendars that are compared.
        package mutating func note(_ side: Side) {
            let title = TitleWords(side.title).words.joined(separator: " ")
            for value in [side.place, side.organizer, side.url, side.text].compactMap({ $0 }) {
                titles[Self.key(value), default: []].insert(title)
            }
        }

        func isRare(_ value: String) -> Bool {
            (titles[Self.key(value)]?.count ?? 0) <= Self.most
        }

        private static func key(_ value: String) -> String {
            value.lowercased().filter { !$0.isWhitespace }
        }
    }

    /// The shortest description that links two events: shorter ones are phrases.
    private static let shortestText = 40

    /// Why two events are likely the same; empty if they are not.
    package static func reasons(
        _ left: Side, _ right: Side, commonness: Commonness = Commonness()
    ) -> [Reason] {
        let (one, other) = (TitleWords(left.title), TitleWords(right.title))
        guard !one.words.isEmpty, !other.words.isEmpty, !one.isCancelled, !other.isCancelled
        else { return [] }
        let places = Place.compare(left.place, right.place)
        let organizers = compare(left.organizer, right.organizer)
        // One event is in one place, and one person calls it.
        guard places != .differ, organizers != .differ else { return [] }
        var links: [Reason] = []
        func link(_ reason: Reason, _ value: String?) {
            if let value, commonness.isRare(value) { links.append(reason) }
        }
        if places == .same { link(.samePlace, left.place) }
        if organizers == .same { links.append(.sameOrganizer) }
        if compare(left.url, right.url) == .same { link(.sameAddress, left.url) }
        if !left.isAllDay, compare(left.text, right.text) == .same,
            (left.text?.count ?? 0) >= shortestText
        {
            link(.sameText, left.text)
        }
        let isSame = one.words == other.words
        guard isSame || one.isLike(other) else { return [] }
        let isTelling = isSame && one.weight >= TitleWords.telling
        // What people do side by side needs what only one event has.
        let linking =
            one.isOwn || other.isOwn
            ? links.filter { $0 == .sameOrganizer || $0 == .sameAddress } : links
        guard isTelling || !linking.isEmpty else { return [] }
        return [isSame ? .sameTitle : .likeTitle] + links
    }

    /// The words of a title by which events are compared.
    package static func words(_ title: String?) -> [String] { TitleWords(title).words }

    enum Comparison { case same, differ, unknown }

    private static func compare(_ left: String?, _ right: String?) -> Comparison {
        guard let left, let right, !left.isEmpty, !right.isEmpty else { return .unknown }
        func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
        return plain(left) == plain(right) ? .same : .differ
    }

    /// What two places say of each other.
    enum Place {
        /// Where everybody is: on a telephone, at home, or nowhere in particular.
        private static let anywhere: Set<String> = [
            "online", "zoom", "teams", "microsoft", "meeting", "meet", "google", "webex", "skype",
            "jitsi", "phone",
            "call", "telefon", "office", "büro", "home", "homeoffice", "house", "zuhause", "hause",
            "remote",
            "virtual", "tba", "tbd", "tbc", "here", "there", "room", "raum", "link", "video",
            "slack", "discord",
            "besprechung", "bei", "zu", "the", "at", "in", "on", "via", "my", "our", "school",
            "schule", "work",
            "arbeit", "kitchen", "küche", "conference",
        ]

        static func compare(_ left: String?, _ right: String?) -> Comparison {
            guard let one = words(left), let other = words(right) else { return .unknown }
            if one == other { return .same }
            let (few, many) = one.count < other.count ? (one, other) : (other, one)
            // "Aula" and "Aula, School".
            return few.isSubset(of: many) ? .same : .differ
        }

        /// Nil for a place that says nothing of where.
        private static func words(_ place: String?) -> Set<Substring>? {
            guard let place, !place.contains("://") else { return nil }
            let words = Set(SummaryWords.of(place))
            return words.allSatisfy { anywhere.contains(String($0)) } ? nil : words
        }
    }
}
