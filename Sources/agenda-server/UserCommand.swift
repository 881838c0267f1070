import AgendaActions
import AgendaBank
import AgendaKit
import AgendaNode
import AgendaService
import ArgumentParser
import CalendarFiles
import Foundation
import FoundationEssentials
import Glibc
import ICalendar

/// Whom a service of several people serves, for who has a shell on its machine.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Let people in, and out, of a service of several people.",
        subcommands: [
            Add.self, List.self, Link.self, Token.self, Freeze.self, Thaw.self, Remove.self,
            Import.self, Export.self, Audit.self, Rename.self, Limit.self,
        ],
        defaultSubcommand: List.self)

    struct Place: ParsableArguments {
        @Option(help: "The folder of the people, as the service has it.")
        var people: String?
        @Option(help: "The bank of the people, as the nodes have it; instead of --people.")
        var bank: String?

        func desk() throws -> UserDesk {
            umask(0o077)
            let zone = try UserCommand.zone(nil)
            guard let bank else {
                guard let people else {
                    throw CommandFailure.usage("give --people FOLDER, or --bank DATABASE")
                }
                return UserDesk(try UserCommand.table(people), zone: zone)
            }
            guard people == nil else {
                throw CommandFailure.usage("--people and --bank exclude each other")
            }
            // What a command sees of a user goes with it.
            let folder = try TemporaryFolder.make()
            var desk = UserDesk(try UserCommand.table(folder, bank: bank), zone: zone)
            desk.homes = BankHomes(bank)
            return desk
        }
    }

    /// One who has been added.
    struct One: ParsableArguments {
        @Argument(help: "The user.") var name: String
        @OptionGroup var place: Place

        func find() throws -> (desk: UserDesk, user: ServedUser) {
            let desk = try place.desk()
            return (desk, try desk.user(name))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user, with an empty calendar and a folder of their own.")

        @Argument(help: "By which the user is addressed: small letters, digits, '.', '-', '_'.")
        var name: String?
        @Option(
            help:
                "A file with a user a line, as NAME ADDRESS...; those that there are already stay as they are."
        )
        var from: String?
        @Option(help: "Their time zone, such as Europe/Berlin; by default the machine's.")
        var timeZone: String?
        @Option(help: "An address of mail of theirs; repeatable.")
        var address: [String] = []
        @Flag(help: "Note that they administer the service; they read no calendar but theirs.")
        var administrator = false
        @Option(help: "individual; or room or resource, which accept what finds them free.")
        var kind = UserKind.individual
        @OptionGroup var place: Place

        func run() async throws {
            guard let from else {
                guard let name else { throw CommandFailure.usage("give NAME, or --from FILE") }
                let user = try await place.desk().add(
                    name, zone: timeZone, addresses: address, isAdministrator: administrator,
                    kind: kind)
                AgendaServer.say(
                    "\(user.name): added: let them in with 'agenda-server user link \(user.name)'")
                return
            }
            guard name == nil, address.isEmpty, !administrator else {
                throw CommandFailure.usage("NAME, --address, --administrator: not with --from")
            }
            guard let text = try? String(contentsOfFile: from, encoding: .utf8) else {
                throw CommandFailure.failure("--from \(from): cannot be read")
            }
            let desk = try place.desk()
            for line in text.split(whereSeparator: \.isNewline) {
                let words = line.split(separator: " ").map(String.init)
                guard let name = words.first else { continue }
                if try desk.table.user(named: name) != nil { continue }
                _ = try await desk.add(
                    name, zone: timeZone, addresses: Array(words.dropFirst()),
                    kind: kind)
                AgendaServer.say("\(name): added")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the users: name, state, role, when they were added and first came in.")
        @OptionGroup var place: Place

        func run() async throws {
            let desk = try place.desk()
            let kinds = try desk.kinds()
            for user in try desk.table.all() {
                let person = user.isAdministrator ? "administrator" : "user"
                let role = kinds[user.id]?.rawValue ?? person
                AgendaServer.say(
                    [
                        user.name, user.state.rawValue, role, UserCommand.time(user.created),
                        user.signedIn.map(UserCommand.time) ?? "-",
                    ].joined(separator: "\t"))
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a link that lets one browser of a user in, once, within 10 minutes.",
            discussion:
                "The sessions of a user who has come in before end, and the user is shown that there was a link."
        )
        @OptionGroup var one: One
        @Option(help: "Where browsers find the service, such as https://calendar.example.org.")
        var address: String?

        func run() async throws {
            let (desk, user) = try one.find()
            let (path, ended) = try await desk.link(for: user)
            var origin = address ?? ""
            while origin.hasSuffix("/") { origin.removeLast() }
            AgendaServer.say(origin + path)
            if ended > 0 {
                AgendaServer.complain(
                    "agenda: \(user.name) had come in before: \(ended) sessions have ended")
            }
        }
    }

    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new token by which a user's scripts come in; an earlier one ends.")
        @OptionGroup var one: One

        func run() async throws {
            let (desk, user) = try one.find()
            AgendaServer.say(try desk.token(for: user))
        }
    }

    struct Freeze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shut a user out, with all devices, from the next request on.")
        @OptionGroup var one: One

        func run() async throws {
            let (desk, user) = try one.find()
            try desk.set(.frozen, of: user)
        }
    }

    struct Thaw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a user in again who was shut out.")
        @OptionGroup var one: One

        func run() async throws {
            let (desk, user) = try one.find()
            try desk.set(.active, of: user)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a user: nothing of theirs is answered any more.",
            discussion: "The folder stays, and the name is kept for it, until --yes removes both.")
        @OptionGroup var one: One
        @Flag(help: "Remove the folder, too, which nothing brings back.") var yes = false

        func run() async throws {
            let (desk, user) = try one.find()
            try desk.remove(user, folder: yes)
            if !yes {
                AgendaServer.say(
                    "\(user.name): removed: the calendars are still in \(desk.table.folder(of: user)), and --yes removes them"
                )
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Give a user the calendars of a folder, each of which is a folder of .ics files.")
        @OptionGroup var one: One
        @Argument(help: "What 'user export' wrote, a vdir, or a person's own folder.")
        var folder: String

        func run() async throws {
            let (desk, user) = try one.find()
            let imported = try await desk.importCalendars(
                of: user, from: absolute(folder))
            for calendar in imported {
                AgendaServer.say("\(calendar.calendar)\t\(calendar.count)")
                for line in calendar.refused {
                    AgendaServer.complain("agenda: \(calendar.calendar)/\(line)")
                }
            }
            if imported.contains(where: { !$0.refused.isEmpty }) { throw ExitCode(1) }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a user's calendars as folders of .ics files.")
        @OptionGroup var one: One
        @Argument(help: "A new or empty folder.") var folder: String

        func run() async throws {
            let (desk, user) = try one.find()
            for (calendar, count) in try await desk.export(user, to: folder) {
                AgendaServer.say("\(calendar)\t\(count)")
            }
        }
    }

    struct Audit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what has let somebody in or changed who may, the newest first.")
        @Argument(help: "Only of this user.") var name: String?
        @OptionGroup var place: Place

        func run() async throws {
            let desk = try place.desk()
            let user = try name.map { try desk.user($0) }
            for line in try desk.table.audit(of: user?.id) {
                AgendaServer.say(
                    [UserCommand.time(line.at), line.user, line.what, line.by]
                        .joined(separator: "\t"))
            }
        }
    }

    /// The table in a folder.
    static func table(_ folder: String) throws -> UserTable {
        do { return try UserTable(folder: absolute(folder)) } catch {
            throw CommandFailure.failure("--people \(folder): \(error)")
        }
    }

    /// The table in a bank, with a folder for what is seen of users.
    static func table(_ folder: String, bank: String) throws -> UserTable {
        do {
            // A node that has lost its folder, or never had one, begins with an empty one.
            try FileManager.default.createDirectory(
                atPath: absolute(folder), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            return try UserTable(folder: absolute(folder), database: BankPeople(bank))
        } catch {
            throw CommandFailure.failure("--bank: \(String(describing: error))")
        }
    }

    /// The time zone of a name, else the machine's: nobody's configuration counts.
    static func zone(_ name: String?) throws(CommandFailure) -> TimeZoneRules {
        if let name { return try Environment.zone(named: name, place: "--time-zone \(name)") }
        return try Environment.displayZone(Configuration())
    }

    private static func time(_ seconds: Int) -> String {
        Instant(secondsSinceEpoch: seconds).utc.iso + "Z"
    }
}

extension UserKind: ExpressibleByArgument {}
