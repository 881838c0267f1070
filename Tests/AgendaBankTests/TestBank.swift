import Foundation
import Synchronization
import Testing

@testable import AgendaBank

/// A bank in a PostgreSQL that `.ci/check bank` has started.
struct TestBank {
    /// How its superuser connects; nil without one. Tests that need it are left out then, and say so.
    static let server = ProcessInfo.processInfo.environment["AGENDA_TEST_POSTGRES"]
    static var isThere: Bool { server != nil }
    static let comment: Comment =
        "AGENDA_TEST_POSTGRES names no PostgreSQL: '.ci/check bank' starts one and runs these"

    private static let count = Mutex(0)
    private static let made = Mutex<Set<String>>([])

    let database: String
    /// As which nodes sign in: roles are of all databases, and some tests shut theirs out.
    let role: String

    /// How the superuser connects to the database.
    var owner: String { "\(Self.server ?? "") dbname=\(database)" }
    /// How a node does.
    var node: String { "\(owner) user=\(role)" }

    /// - Parameter name: of the database, which is made if it is not there; all tests of one process with the same name share it.
    init(
        _ name: String = "shared", isBank: Bool = true, role: String = "bank_test_node"
    ) throws {
        self.role = role
        database = "agenda_test_\(ProcessInfo.processInfo.processIdentifier)_\(name)"
        // One after the other: roles are of all databases.
        try Self.made.withLock { made in
            guard made.insert(name).inserted else { return }
            try PostgresConnection("\(Self.server ?? "") dbname=postgres").script(
                "CREATE DATABASE \(database)")
            guard isBank else { return }
            let connection = try PostgresConnection(owner)
            _ = try BankSchema.own.make(connection)
            try connection.script(
                """
                DO $$ BEGIN
                    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(role)') THEN
                        CREATE ROLE \(role) LOGIN IN ROLE agenda_node;
                    END IF;
                END $$
                """)
        }
    }

    func bank() -> PostgresBank { PostgresBank(node) }

    /// What SQL answers, by the superuser: rows with their columns joined by spaces.
    @discardableResult
    func sql(_ text: String, _ columns: Int = 1) throws -> [String] {
        let rows = try PostgresConnection(owner).script(text)?.rows ?? []
        return rows.map { row in (0..<columns).map(row.text).joined(separator: " ") }
    }

    /// A new user with an empty calendar.
    func user() async throws -> (id: Int64, calendar: Int32) {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let id = try #require(
            Int64(try sql("SELECT agenda_v3.add_user('user\(number)')").first ?? ""))
        let made = try await bank().makeCalendar("work", of: id)
        return (id, made.calendar)
    }
}

extension PostgresBank {
    /// Puts a text whose UID is its name.
    func put(
        _ text: String, _ href: String, _ user: (id: Int64, calendar: Int32), if expected: String?,
        _ identifier: BankIdentifier = .random()
    ) async throws(PostgresFault) -> BankWrite {
        try await put(
            Array(text.utf8), href, in: user.calendar, of: user.id, if: expected, uid: href,
            kind: "VEVENT", identifier)
    }

    func text(_ href: String, _ user: (id: Int64, calendar: Int32)) async throws -> String? {
        try await bodies([href], of: user.calendar, user.id)[href].map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    /// What a client is told: names, those that are gone with a minus.
    func told(
        _ user: (id: Int64, calendar: Int32), since token: BankToken?
    ) async throws -> [String]? {
        try await members(of: user.calendar, user.id, since: token)?.members.map {
            ($0.isGone ? "-" : "") + $0.href
        }
    }

    func token(_ user: (id: Int64, calendar: Int32)) async throws -> BankToken {
        try #require(try await members(of: user.calendar, user.id)).token
    }
}

/// Whether something is refused for a reason.
func refusal(_ body: () async throws -> Void) async -> PostgresFault.Reason? {
    do {
        try await body()
        return nil
    } catch { return (error as? PostgresFault)?.reason }
}
