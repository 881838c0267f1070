import Foundation
import Testing

/// Holds the table of JSON members in `Command.md` to what the commands print.
@Suite("The command's contract")
struct CommandDocumentTests {
    /// A row: the arguments, the list whose first element is meant (empty for the document), its members.
    private struct Row {
        var arguments: [String]
        var list: String
        var members: Set<String>
    }

    private static func rows() throws -> [Row] {
        let page = AgendaProcess.packageFolder.appending(
            path: "Sources/AgendaKit/AgendaKit.docc/Command.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap {
            guard let match = $0.firstMatch(of: /^\| `agenda ([^`]*)` \| (?:`(\w+)`)? ?\| (.*) \|$/)
            else { return nil }
            return Row(
                arguments: match.output.1.replacing("TEXT", with: "tea").split(separator: " ")
                    .map(String.init),
                list: String(match.output.2 ?? ""),
                members: Set(match.output.3.matches(of: /`(\w+)`/).map { String($0.output.1) }))
        }
    }

    @Test("the table of all commands has each, and no other")
    func commands() throws {
        func names(below command: [String: Any]) -> [String] {
            (command["subcommands"] as? [[String: Any]] ?? []).flatMap { below in
                let name = below["commandName"] as? String ?? ""
                let names = names(below: below).map { "\(name) \($0)" }
                return name == "help" ? [] : [name] + names
            }
        }
        let dump = try AgendaProcess().run(["--experimental-dump-help"])
        let json = try JSONSerialization.jsonObject(with: Data(dump.output.utf8))
        let program = try #require((json as? [String: Any])?["command"] as? [String: Any])
        let page = AgendaProcess.packageFolder.appending(
            path: "Sources/AgendaKit/AgendaKit.docc/Commands.md")
        let listed = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^\| `agenda ([^`]*)` \| [^|]+ \| [^|]+ \|$/) }
            .map { String($0.output.1) }
        #expect(listed == names(below: program))
    }

    @Test("names each document's members")
    func members() throws {
        let folder = try ScratchFolder()
        let agenda = AgendaProcess(environment: [
            "AGENDA_DATABASE": folder.file("agenda.db"), "XDG_DATA_HOME": folder.path,
            "XDG_CONFIG_HOME": folder.path,
        ])
        try FileManager.default.createDirectory(
            atPath: folder.file("calcurse"), withIntermediateDirectories: false)
        _ = try folder.write("calcurse/apts", "11/23/2026 [1] Trip\n")
        _ = try folder.write("calcurse/conf", "general.firstdayofweek=monday\n")
        for title in ["Tea", "Talk"] {
            let added = try agenda.run(
                "add", "\(title) today 14:00-15:00", "--alarm", "10m", "--quiet")
            #expect(added.status == 0, "\(added.complaints)")
        }
        #expect(try agenda.run("todo", "add", "Pay rent", "--quiet").status == 0)
        #expect(try agenda.run("share", "add", "--quiet").status == 0)
        let device = try agenda.run("device", "add", "phone", "--address", "https://a.example")
        #expect(device.status == 0, "\(device.complaints)")
        _ = try folder.write(
            "home.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n")
        let home = try agenda.run("source", "add", folder.file("home.ics"), "--quiet")
        #expect(home.status == 0, "\(home.complaints)")
        let mirror = try agenda.run("mirror", "add", "home", "--to", "local", "--busy", "--quiet")
        #expect(mirror.status == 0, "\(mirror.complaints)")
        let rows = try Self.rows()
        #expect(rows.count == 35)
        for (arguments, rows) in Dictionary(grouping: rows, by: \.arguments) {
            let result = try agenda.run(arguments + AgendaProcess.pinned)
            #expect(result.status == 0, "\(result.complaints)")
            let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            let document = try #require(json as? [String: Any])
            for row in rows where row.list.isEmpty {
                let expected = row.members.union(["version", "timeZone"])
                #expect(Set(document.keys) == expected, "\(arguments)")
            }
            for row in rows where !row.list.isEmpty {
                let elements = try #require(document[row.list] as? [[String: Any]])
                #expect(Set(try #require(elements.first).keys) == row.members, "\(arguments)")
            }
        }
    }
}
