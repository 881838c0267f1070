package import AgendaKit

/// What a person says of two events of different UIDs: that they are the same, or are not.
package struct Pairing {
    /// One of the two.
    package struct Side {
        package var uid: String
        package var title: String
        package var calendars: [String]
    }

    package let one, other: Side
    private let pair: EventPair
    private let reading: OpenCalendars
    private let editor: CalendarEditor

    /// Finds two events.
    ///
    /// - Parameters:
    ///   - texts: an id or words of each.
    package init(_ texts: (String, String), _ person: Person) async throws {
        let path = try person.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(texts.0): no such event: \(path) does not exist")
        }
        reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
        editor = reading.store.editor(person)
        one = try await Self.side(texts.0, in: reading)
        other = try await Self.side(texts.1, in: reading)
        guard let pair = EventPair(one.uid, other.uid) else {
            throw CommandFailure.usage(
                "\(texts.0) and \(texts.1) are one event already: its UID is the same")
        }
        self.pair = pair
    }

    private static func side(_ text: String, in reading: OpenCalendars) async throws -> Side {
        // An event that another one stands for is found by its id alone.
        let named = try reading.store.eventUIDs(named: text)
        let uid: String
        if named.count == 1, let only = named.first, OccurrenceName.isOne(text) {
            uid = only
        } else {
            let id = try await ItemChoice([text], in: reading).event().id
            uid = try reading.store.details(of: id, reading.person).occurrence.uid
        }
        return Side(
            uid: uid, title: try reading.store.title(ofEvent: uid) ?? text,
            calendars: try reading.store.sources(holding: uid).map(\.name))
    }

    /// Notes it.
    ///
    /// - Returns: the change, nil if it was noted already, and what a person should know besides.
    package func note(isSame: Bool) async throws -> (change: EventChange?, notes: [Message]) {
        if isSame, let calendar = one.calendars.first(where: other.calendars.contains) {
            throw CommandFailure.usage("both are in \(calendar): delete one of them")
        }
        let change = try await editor.note(pair, isSame: isSame, title: one.title)
        let isApart = try isSame && !reading.store.canBeOne(pair)
        return (
            change,
            isApart
                ? [
                    "They do not take place at the same times, or repeat by other rules: both are shown until they do"
                ]
                : []
        )
    }

    /// Says where a backup of what was noted could not be written, and throws ``CommandFailure/partial`` then.
    package func requireBackup() async throws {
        try await editor.importer.requireBackup(reading.person.report)
    }
}
