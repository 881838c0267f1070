import Foundation
import Testing

@Suite("Databases of other programs")
struct ForeignDatabaseTests {
    private let folder: ScratchFolder
    private var agenda = AgendaProcess()
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder.file("places.sqlite")
        agenda.environment = ["AGENDA_DATABASE": path]
    }

    /// Names, sizes and contents of all that is in the folder.
    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            contents[name] = try Data(contentsOf: URL(filePath: folder.file(name)))
        }
        return contents
    }

    /// Makes a database with Python's sqlite3; the process ends without closing it where `isLeft`.
    private func make(_ statements: String, isLeft: Bool = false) throws {
        let end = isLeft ? "import os; os._exit(0)" : "c.close()"
        let script =
            "import sqlite3; c = sqlite3.connect('\(path)'); "
            + "c.executescript('''\(statements)'''); c.commit(); \(end)"
        let result = try agenda.shell("python3 -c \"\(script)\"")
        try #require(result.status == 0, "\(result.complaints)")
    }

    private static let commands = [
        ["list"], ["timeline"], ["add", "Lunch", "--start", "2026-11-21"], ["refresh"], ["source"],
        ["source", "add", "Samples/team.ics"], ["history"], ["undo"], ["search", "lunch"],
        ["doctor"], ["delete", "abc"], ["export", "--format", "ics"],
    ]

    @Test(
        "they are refused with a line and left as they are, to the last byte",
        arguments: [
            ("CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 0;", false),
            ("CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 4;", false),
            ("CREATE TABLE source (id INTEGER); PRAGMA user_version = 99;", false),
            ("CREATE TABLE x (y); PRAGMA application_id = 252006673;", false),
            ("PRAGMA journal_mode = WAL; CREATE TABLE x (y); INSERT INTO x VALUES (1);", false),
            (
                "PRAGMA journal_mode = WAL; CREATE TABLE x (y); PRAGMA wal_checkpoint(TRUNCATE); "
                    + "INSERT INTO x VALUES (1);", true
            ),
        ])
    func foreign(statements: String, isLeft: Bool) throws {
        try make(statements, isLeft: isLeft)
        let before = try contents()
        for command in Self.commands {
            let result = try agenda.run(command + ["--now", "2026-11-20T12:00:00Z"])
            #expect(result.status == 1, "\(command)")
            #expect(
                result.complaints
                    == "\(path): this is another program's database: choose another file\n",
                "\(command)")
        }
        #expect(try contents() == before)
    }

    @Test("an empty file is no database, and a command that reads makes none of it")
    func empty() throws {
        _ = try folder.write("places.sqlite", "")
        for command in Self.commands where command != Self.commands[2] && command.count < 3 {
            _ = try agenda.run(command + ["--now", "2026-11-20T12:00:00Z"])
        }
        #expect(try contents() == ["places.sqlite": Data()])
        #expect(try agenda.run(["list"]).status == 0)
        #expect(try agenda.run("add", "Lunch", "--start", "2026-11-21").status == 0)
        #expect(try agenda.run("list", "--format", "{summary}").output == "Lunch\n")
    }

    @Test("a store says in its header whose it is")
    func header() throws {
        _ = try agenda.run("add", "Lunch", "--start", "2026-11-21")
        let data = try Data(contentsOf: URL(filePath: path))
        // https://sqlite.org/fileformat2.html: offset 68.
        #expect(Array(data[68..<72]) == Array("AGND".utf8))
    }

    @Test("a store whose header says something else is damaged, and mended")
    func damagedHeader() throws {
        _ = try agenda.run("add", "Lunch", "--start", "2026-11-21")
        var data = try Data(contentsOf: URL(filePath: path))
        data[70] ^= 4
        try data.write(to: URL(filePath: path))
        let listed = try agenda.run("list", "--format", "{summary}")
        #expect(listed.output == "Lunch\n")
        #expect(listed.complaints.contains("was damaged"))
    }
}
