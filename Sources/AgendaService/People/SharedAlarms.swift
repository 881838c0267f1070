internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import GRDB
internal import Synchronization

/// The alarms that a user has set in calendars of others, in the user's `service.db`: for each resource a text with nothing but what
/// names its components, and their alarms (``SharedView/alarms(of:)``).
final class SharedAlarms: Sendable {
    /// Those of a resource.
    struct Entry: Hashable, Sendable {
        /// Another one, and a higher one, each time that they are set.
        let number: Int64
        /// Empty for none any more.
        let text: [UInt8]
    }

    /// A room of its own, which is made when the first alarm is set: programs of an earlier version beside this one do not mind it.
    private static let room = SchemaRoom(
        name: "shared alarms",
        steps: [
            """
            CREATE TABLE shared_alarm (
                number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
                location TEXT NOT NULL, href TEXT NOT NULL, text BLOB NOT NULL,
                UNIQUE (location, href)
            ) STRICT;
            """
        ])

    private let service: ServiceDatabase
    /// What was read last, and of which state of which file that is.
    private let known = Mutex<Known?>(nil)

    private struct Known {
        let file: RoomDatabase
        /// Changes with what others write, and with what is written here.
        let state: [Int]
        let entries: [String: [String: Entry]]
    }

    init(_ service: ServiceDatabase) { self.service = service }

    /// Those of a calendar, by the names of its resources.
    func entries(at location: String) throws(BankError) -> [String: Entry] {
        try told { try all()[location] ?? [:] }
    }

    /// A number that is higher after each change of a calendar's.
    func state(at location: String) throws(BankError) -> Int64 {
        try entries(at: location).values.map(\.number).max() ?? 0
    }

    private func all() throws -> [String: [String: Entry]] {
        // Its tables are made for each user; those of the room may be missing.
        guard let file = try service.existing(CalendarTable.room) else { return [:] }
        return try file.read { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
            let state = [version, database.totalChangesCount]
            if let known = known.withLock(\.self), known.file === file, known.state == state {
                return known.entries
            }
            var entries: [String: [String: Entry]] = [:]
            if try database.tableExists("shared_alarm") {
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT location, href, number, text FROM shared_alarm")
                while let row = try rows.next() {
                    entries[row[0], default: [:]][row[1]] = Entry(
                        number: row[2], text: Array(row[3] as Data))
                }
            }
            let new = Known(file: file, state: state, entries: entries)
            known.withLock { $0 = new }
            return entries
        }
    }

    /// Sets those of some resources, if they still are what they were.
    func set(
        _ texts: [String: [UInt8]], over old: [String: Entry], at location: String
    ) throws(BankError) {
        let new = texts.filter { $0.value != old[$0.key]?.text ?? [] }
        guard !new.isEmpty else { return }
        let changed = try told {
            try service.made(Self.room).write { database -> String? in
                for (name, text) in new.sorted(by: { $0.key < $1.key }) {
                    let number = try Int64.fetchOne(
                        database,
                        sql: "SELECT number FROM shared_alarm WHERE location = ? AND href = ?",
                        arguments: [location, name])
                    guard number == old[name]?.number else { return name }
                    try database.execute(
                        sql: """
                            INSERT OR REPLACE INTO shared_alarm (location, href, text)
                            VALUES (?, ?, ?)
                            """, arguments: [location, name, Data(text)])
                }
                return nil
            }
        }
        if let changed { throw BankError(.changed, changed) }
    }

    /// Forgets those of calendars that are not shared any more.
    func keep(only locations: Set<String>) throws(BankError) {
        let gone = try told { try all().keys.filter { !locations.contains($0) } }
        guard !gone.isEmpty else { return }
        try told {
            try service.made(Self.room).write { database in
                for location in gone {
                    try database.execute(
                        sql: "DELETE FROM shared_alarm WHERE location = ?", arguments: [location])
                }
            }
        }
    }

    private func told<T>(_ body: () throws -> T) throws(BankError) -> T {
        do { return try body() } catch {
            throw BankError(.away("the alarms cannot be read or written now: \(error)"))
        }
    }
}
