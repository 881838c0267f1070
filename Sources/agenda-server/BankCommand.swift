import AgendaBank
import AgendaNode
import AgendaService
import ArgumentParser
import Glibc

/// Looks after the database that holds the calendars of many people.
struct BankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bank",
        abstract: "Makes a bank in PostgreSQL, looks after it and upgrades it.",
        discussion: """
            A bank holds the calendars of many people. DATABASE is what libpq takes, such as 'host=a,b dbname=agenda' or \
            'postgresql://a,b/agenda'; of several hosts it takes the one that can be written to. Passwords come from PGPASSFILE or \
            ~/.pgpass.
            """,
        subcommands: [Make.self, Check.self, Upgrade.self, Forget.self])

    struct Place: ParsableArguments {
        @Argument(help: "The database, as libpq takes it.")
        var database: String

        /// Asks the bank. What PostgreSQL refuses is a sentence and a status.
        func ask<Value>(
            _ body: (PostgresConnection) throws(PostgresFault) -> Value
        ) throws -> Value {
            do throws(PostgresFault) { return try body(try PostgresConnection(database)) } catch {
                let detail = error.detail.isEmpty ? "" : ": " + error.detail
                AgendaServer.complain("agenda: the bank: \(error.message)\(detail)")
                throw ExitCode(1)
            }
        }

        /// Brings the tables of whom the nodes serve to this program's version.
        func makeTables() throws {
            do {
                _ = try UserTable(folder: "", database: BankPeople(database, isOwner: true))
            } catch {
                AgendaServer.complain("agenda: the bank: \(error)")
                throw ExitCode(1)
            }
        }
    }

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Make a bank in an empty database.",
            discussion: """
                Needs a role that may make roles and schemas. A node signs in as a role of its own, a member of agenda_node: \
                CREATE ROLE node1 LOGIN IN ROLE agenda_node.
                """)
        @OptionGroup var place: Place

        func run() throws {
            let isMade = try place.ask { (connection) throws(PostgresFault) in
                try BankSchema.own.make(connection)
            }
            try place.makeTables()
            AgendaServer.say(
                isMade
                    ? "Made a bank of version \(BankSchema.own.version)."
                    : "There is a bank already.")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong with a bank, as a node sees it.",
            discussion: "Sign in as nodes do. Ends with status 1 if something is wrong.")
        @OptionGroup var place: Place

        func run() throws {
            let problems = try place.ask { (connection) throws(PostgresFault) in
                try BankInspection.problems(connection)
            }
            guard !problems.isEmpty else {
                return AgendaServer.say("The bank is in order: version \(BankSchema.own.version).")
            }
            for problem in problems { AgendaServer.complain("agenda: \(problem)") }
            throw ExitCode(1)
        }
    }

    struct Upgrade: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring a bank to this program's version.",
            discussion: "Nodes of the version before go on working with it.")
        @OptionGroup var place: Place

        func run() throws {
            let old = try place.ask { (connection) throws(PostgresFault) in
                try BankSchema.own.upgrade(connection)
            }
            try place.makeTables()
            let new = BankSchema.own.version
            AgendaServer.say(
                old == new
                    ? "The bank has version \(new) already."
                    : "Upgraded the bank from version \(old) to \(new).")
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget what has been gone for long; for each night.",
            discussion: """
                Removed resources are remembered for 180 days, so that devices are told; what was replaced, and what was in removed \
                calendars, is kept for 30. Sign in as 'bank init' did.
                """)
        @OptionGroup var place: Place

        func run() throws {
            let count = try place.ask { (connection) throws(PostgresFault) in
                try BankSchema.own.forget(connection)
            }
            AgendaServer.say("Looked at \(count) users.")
        }
    }
}
