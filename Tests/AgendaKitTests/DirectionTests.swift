import Foundation
import Testing

/// Folders are no wall for the compiler, so this test is it. Targets are: `Package.swift` says which may import which.
@Suite("One direction")
struct DirectionTests {
    /// The rooms of each target from the lowest to the highest: those of one line do not name each other's types, and none
    /// names a type of a later line. Files beside the rooms, where a target has them, are the room "".
    private static let rooms: [String: [[String]]] = [
        "ICalendar": [
            ["Platform"], ["Lines"], ["Time"], ["Diagnostics"], ["Mail", "Rules"], ["Zones"],
            ["Components"], ["Writing", "Scanning", "Recurrence"], ["Parsing", "Contacts"],
        ],
        "CalendarMerge": [["Copies"], ["Merging"], ["ThreeWay"]],
        "AgendaKit": [
            ["Model"], ["Files", "Planning"], ["Platform", "Rules"],
            ["Watching", "NaturalLanguage", "Store"],
            ["Sources"], ["Importing"], ["Editing", "Timeline"], ["Scheduling"], ["Search"],
            ["Todos"], ["Export", "Reminders"], ["Mirroring", "Serving"], ["Sharing"],
        ],
        "AgendaSync": [
            ["HTTP"], ["Credentials"], ["WebDAV"], ["CalDAV"], ["Programs"], ["State"], ["Replica"],
            ["Engine"],
            ["Feeds"], ["Accounts"], ["Online"],
        ],
        "CalendarFiles": [[""]],
        "AgendaWords": [[""]],
        "AgendaJSON": [[""]],
        "AgendaActions": [
            ["Surroundings"], ["Text"], ["Words"], ["Configuration"], ["Person"],
            ["Calendars", "Daemon"], ["Edits"], ["Forms", "Looking"], ["Choice"], ["Verbs"],
            ["Assistants", "Online"],
        ],
        "TerminalOutput": [["Terminal", "Tables"], ["Text"], ["Grids"]],
        "AgendaScreen": [[""]],
        "AgendaDaemon": [["Reminders"], [""]],
        "AgendaAdopt": [[""]],
        "AgendaService": [
            ["HTTP"], ["Access", "Live", "Site"], ["Push"], ["Routes"], ["DAV"], [""], ["People"],
        ],
        "AgendaBank": [["Postgres"], ["Schema"], ["Bank"]],
        "AgendaNode": [[""]],
        "agenda-server": [[""]],
        "agenda": [
            ["Input"], ["Output"], ["Options"], ["Completion", "MCP"], ["Commands"], [""],
        ],
    ]

    /// Folders of `Sources` without rooms: C, and what is no part of the programs.
    private static let withoutRooms: Set<String> = [
        "CBuild", "CCrypto", "CExpat", "CKeeper", "CLibcurl", "CLibical", "CLibpq", "CLoading",
        "CQRencode",
        "CSystemd", "CWords", "CZlib", "Tools",
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    /// A source without its comments, which may speak of anything.
    private struct Source {
        let path: String
        let lines: [Substring]

        var room: String {
            let parts = path.split(separator: "/")
            return parts.count > 2 ? String(parts[1]) : ""
        }

        /// The types that it declares, but private ones.
        var types: [Substring] {
            let declaration =
                /^(?:public |package )?(?:final |indirect )?(?:struct|enum|class|actor|protocol) (\w+)/
            return lines.compactMap { (try? declaration.firstMatch(in: $0))?.output.1 }
        }
    }

    private static func files(_ target: String) throws -> [Source] {
        let folder = sources.appending(path: target)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { path in
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let lines = text.split(separator: "\n").filter {
                    !$0.drop(while: \.isWhitespace).hasPrefix("//")
                }
                return Source(path: "\(target)/\(path)", lines: lines)
            }
    }

    @Test("every target is in the table")
    func completeness() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !$0.hasPrefix(".") }
        #expect(Set(folders) == Self.withoutRooms.union(Self.rooms.keys))
    }

    /// The rows of CONTRIBUTING's map: what it says of `Target` or `Target/Room`, with further rooms in backquotes.
    @Test("every target and every room is on the map of CONTRIBUTING")
    func map() throws {
        let text = try String(
            contentsOf: Self.sources.deletingLastPathComponent().appending(
                path: "CONTRIBUTING.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for (target, levels) in Self.rooms {
            let own = rows.filter { row in
                row.split(separator: "|")[0].split { " `,/".contains($0) }.contains { $0 == target }
            }
            #expect(!own.isEmpty, "\(target)")
            for room in levels.joined() where !room.isEmpty {
                #expect(
                    own.contains { $0.contains("`\(target)/\(room)`") || $0.contains("`\(room)`") },
                    "\(target)/\(room)")
            }
        }
    }

    @Test("no type has the name of another target's")
    func names() throws {
        let owners = try (Self.rooms.keys + ["Tools"]).reduce(
            into: [Substring: Set<String>]()
        ) { owners, target in
            for file in try Self.files(target) {
                for type in file.types { owners[type, default: []].insert(target) }
            }
        }
        for (type, targets) in owners where targets.count > 1 {
            Issue.record("\(type) is a type of \(targets.sorted())")
        }
    }

    @Test("no room names a type of a room above it or beside it", arguments: rooms.keys.sorted())
    func direction(target: String) throws {
        let levels = Self.rooms[target, default: []]
        let files = try Self.files(target)
        #expect(Set(files.map(\.room)) == Set(levels.joined()), "every room is in the table")
        let level = Dictionary(
            uniqueKeysWithValues: levels.enumerated().flatMap { at, rooms in
                rooms.map { ($0, at) }
            })
        // A name that two rooms have means the one at hand.
        let owners = files.reduce(into: [Substring: Set<String>]()) { owners, file in
            for type in file.types { owners[type, default: []].insert(file.room) }
        }
        for file in files {
            let words = Set(file.lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
            for (type, rooms) in owners where words.contains(type) && !rooms.contains(file.room) {
                let isBelow = rooms.contains {
                    level[$0, default: 0] < level[file.room, default: 0]
                }
                #expect(isBelow, "\(file.path) names \(type) of \(rooms.sorted())")
            }
        }
    }
}
