import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles
import Foundation
import Testing

@testable import agenda

/// One word takes a value away in every option that has one to take away, and the help of each says so.
@Suite("The value none")
struct NoneOptionTests {
    /// A store with an event and a to-do that have everything; the event's title is the word itself.
    private let agenda: AgendaProcess
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: [
            "AGENDA_DATABASE": folder.file("agenda.db"), "XDG_CONFIG_HOME": folder.path,
        ])
        let texts = [
            "--location", "Room", "--description", "Text",
            "--url", "https://example.org", "--category", "work", "--every", "week",
            "--until", "2026-12-21",
        ]
        try make(
            [
                "add", "--summary", "none", "--start", "2026-11-23T10:00", "--attendee",
                "kim@example.org",
            ]
                + ["--alarm", "10m"] + texts)
        try make(["todo", "add", "Parent"])
        try make(
            ["todo", "add", "--summary", "Rent", "--due", "2026-11-24", "--start", "2026-11-23"]
                + ["--priority", "1", "--percent", "50", "--parent", "Parent"] + texts)
    }

    @discardableResult
    private func make(_ arguments: [String]) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// What `edit` and `todo edit` take away, and the member of `show --json` or `todo list --json` that tells.
    private static let parts = [
        "location": "location", "description": "description", "url": "url",
        "category": "categories",
    ]
    private static let ofEvents = parts.merging(["attendee": "participants", "alarm": "alarms"]) {
        $1
    }
    private static let ofTodos = parts.merging([
        "start": "start", "priority": "priority", "percent": "percent", "parent": "parent",
    ]) { $1 }
    /// Those of the rule, and the part of it that goes.
    private static let ofRules = ["every": "FREQ", "until": "UNTIL", "count": "UNTIL"]
    private static let ofFeeds = [
        "interval", "header", "user", "password-command", "password-file", "ca",
        "client-certificate", "oauth",
    ]

    @Test("the help says it of these options and of no other")
    func help() throws {
        let dump = try agenda.run(["--experimental-dump-help"])
        let command = try #require(
            JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any])
        var found: [String: Set<String>] = [:]
        func look(_ command: [String: Any], _ words: [String]) {
            for argument in command["arguments"] as? [[String: Any]] ?? [] {
                let abstract = argument["abstract"] as? String ?? ""
                let names = argument["names"] as? [[String: String]] ?? []
                guard argument["kind"] as? String != "flag",
                    abstract.contains(/\bnone\b/), !abstract.contains("stdout")
                else { continue }
                found[words.joined(separator: " "), default: []]
                    .insert(names.first?["name"] ?? argument["valueName"] as? String ?? "")
            }
            for below in command["subcommands"] as? [[String: Any]] ?? [] {
                look(below, words + [below["commandName"] as? String ?? ""])
            }
        }
        look(try #require(command["command"] as? [String: Any]), [])
        let events = Set(Self.ofEvents.keys).union(Self.ofRules.keys)
        let todos = Set(Self.ofTodos.keys).union(Self.ofRules.keys).union(["due"])
        let proof = Set(Self.ofFeeds).subtracting(["interval", "header"])
        let expected: [String: Set<String>] = [
            "add": events, "edit": events, "todo add": todos, "todo edit": todos,
            "source add": Set(Self.ofFeeds),
            "source set": Set(Self.ofFeeds).union(["color", "remind", "order", "group"]),
            "account add": proof, "account set": proof.union(["interval"]),
            "meet": proof.subtracting(["oauth"]).union(["me"]),
            "adopt vdirsyncer": ["password-command", "password-file"],
            "next": ["me"], "free": ["me"], "conflicts": ["me"],
            "rule add": ["remind"], "rule test": ["remind"],
            "source check": ["password-command", "password-file"], "share calendar": ["access"],
            "config": ["value"], "serve": ["socket", "password-command", "password-file"],
        ]
        #expect(found == expected)
    }

    @Test("each part of an event and of a to-do goes, and the title stays")
    func items() throws {
        let event = ["show", "none", "2026-11-23", "--json"]
        let todo = ["todo", "list", "--json"]
        func shown(_ arguments: [String], _ member: String) throws -> Any? {
            let json = try JSONSerialization.jsonObject(
                with: Data(try make(arguments).utf8))
            var document = try #require(json as? [String: Any])
            if let todos = document["todos"] as? [[String: Any]] {
                document = try #require(todos.first { $0["summary"] as? String == "Rent" })
            }
            let value = try #require(document[member])
            switch value {
            case is NSNull: return nil
            case let list as [Any]: return list.isEmpty ? nil : list
            case let number as Int: return number == 0 ? nil : number
            default: return value
            }
        }
        for (option, member) in Self.ofEvents {
            #expect(try shown(event, member) != nil, "\(option)")
            try make(["edit", "none", "--scope", "all", "--\(option)", "None"])
            #expect(try shown(event, member) == nil, "\(option)")
        }
        for (option, member) in Self.ofTodos {
            #expect(try shown(todo, member) != nil, "\(option)")
            try make(["todo", "edit", "Rent", "--scope", "all", "--\(option)", "none"])
            #expect(try shown(todo, member) == nil, "\(option)")
        }
        for (option, part) in Self.ofRules {
            for words in [["edit", "none"], ["todo", "edit", "Rent"]] {
                let said = try make(words + ["--scope", "all", "--\(option)", "none"])
                let lines = said.split(separator: "\n")
                #expect(lines.contains { $0.hasPrefix("  -every:") && $0.contains(part) })
                #expect(!lines.contains { $0.hasPrefix("  +every:") && $0.contains(part) })
                try make(["undo"])
            }
        }
        try make(["todo", "edit", "Rent", "--every", "none", "--due", "none", "--scope", "all"])
        #expect(try shown(todo, "due") == nil)
        try make(["edit", "none", "--scope", "all", "--summary", "None"])
        try make(["todo", "edit", "Rent", "--summary", "none"])
        #expect(
            try make(["show", "None", "2026-11-23", "--json"]).contains("\"summary\":\"None\""))
        #expect(try make(todo).contains("\"summary\":\"none\""))
    }

    @Test("a source's colour, reminder, place and group go, and a key of the configuration")
    func sources() throws {
        let path = try folder.write("team.ics", calendar("UID:a\nDTSTART:20261123T100000Z"))
        try make(["source", "add", path, "--name", "team", "--color", "teal"])
        try make(["source", "set", "team", "--remind", "10m", "--order", "3", "--group", "Club"])
        let plain =
            "Changed team\n  -color: teal\n  -remind: 10m\n  -order: 3\n  -group: Club\n"
        for _ in 1...2 {
            let words = [
                "source", "set", "team", "--remind", "NONE", "--color", "none", "--order", "none",
                "--group", "None",
            ]
            #expect(try make(words) == plain)
            try make(["undo"])
        }

        for (key, value) in [("time-zone", "Asia/Tokyo"), ("colors.team", "teal")] {
            #expect(try agenda.run(["config", key, value]).status == 0)
            #expect(try agenda.run(["config", key]).output == value + "\n")
            for _ in 1...2 { #expect(try agenda.run(["config", key, "none"]).status == 0) }
            #expect(try agenda.run(["config", key]).status == 1)
        }
    }

    @Test("what a feed and an account know goes")
    func online() throws {
        let password = PasswordSource.command(["pass"])
        let url = try #require(URL(string: "https://example.org"))
        let grant = OAuthGrant(
            OAuthService(authorization: url, token: url, scope: "calendar", clientID: "x"),
            refreshToken: .keyring(account: "feed"))
        var full = FeedSettings(user: "anna", password: password)
        (full.every, full.fields) = (3_600, ["X-Team": "blue"])
        (full.authorities, full.certificate) = ("/ca.pem", "/me.pem")
        var account = Account(
            id: "a", name: "work", address: "a", url: url,
            user: "anna", password: password)
        (account.interval, account.authorities, account.certificate) = (60, "/ca.pem", "/me.pem")

        func feed(_ option: String) throws -> FeedSettings {
            try FeedOptions.parse(["--\(option)", "none"]).changed(full)
        }
        func changed(_ option: String) throws -> Account {
            try AccountCommand.Set.parse(["work", "--\(option)", "none"]).changed(account)
        }
        #expect(try feed("interval").every == nil)
        #expect(try feed("header").fields == [:])
        #expect(
            try FeedOptions.parse(["--header", "none", "--header", "A: b"]).changed(full).fields
                == ["A": "b"])
        for option in ["user", "password-command", "password-file"] {
            #expect(try feed(option).credentials == nil, "\(option)")
        }
        #expect(try feed("oauth").credentials == full.credentials)
        #expect(try feed("ca").authorities == nil)
        #expect(try feed("client-certificate").certificate == nil)
        full.credentials = .oauth(grant)
        #expect(try feed("oauth").credentials == nil)

        #expect(try changed("interval").interval == Account.defaultInterval)
        #expect(try changed("user").user.isEmpty)
        for option in ["password-command", "password-file"] {
            #expect(try changed(option).password == nil, "\(option)")
        }
        #expect(try changed("oauth").password == password)
        #expect(try changed("ca").authorities == nil)
        #expect(try changed("client-certificate").certificate == nil)
        account.permission = grant
        #expect(try changed("oauth").permission == nil)
    }
}
