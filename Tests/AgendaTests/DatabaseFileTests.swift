import Foundation
import Testing

@Suite("The database's file")
struct DatabaseFileTests {
    private let folder: ScratchFolder
    private var agenda = AgendaProcess()
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder.file("agenda.db")
        agenda.environment = ["AGENDA_DATABASE": path]
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name), withDestinationPath: target)
    }

    private func rights(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test(
        "a link to nothing is no reason to begin anew, for whatever command",
        arguments: [false, true])
    func danglingLink(ofFolder: Bool) throws {
        var agenda = agenda
        if ofFolder {
            try link("data", to: "/nowhere/volume")
            agenda.environment = ["AGENDA_DATABASE": folder.file("data/agenda.db")]
        } else {
            // What a backup holds must not take the link's place either.
            _ = try agenda.run("add", "Lunch", "--start", "2026-11-21")
            try FileManager.default.removeItem(atPath: path)
            try link("agenda.db", to: "/nowhere/agenda.db")
        }
        let name = ofFolder ? "data" : "agenda.db"
        let complaint =
            "\(folder.file(name)): broken symbolic link: "
            + "mount its target, or remove the link\n"
        for command in [
            ["add", "Lunch", "--start", "2026-11-21"], ["list"], ["undo"], ["history"], ["source"],
            ["delete", "abc"], ["refresh"],
        ] {
            #expect(
                try agenda.run(command + ["--now", "2026-11-20T12:00:00Z"])
                    == .init(output: "", complaints: complaint, status: 1), "\(command)")
        }
        let type = try FileManager.default.attributesOfItem(atPath: folder.file(name))[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
    }

    @Test("it is restored where a link leads, and the link stays")
    func link() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("volume"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder.file("volume/real.db")))
        try link("agenda.db", to: "volume/real.db")
        _ = try agenda.run("add", "Lunch", "--start", "2026-11-21")
        try Data("hello".utf8).write(to: URL(filePath: folder.file("volume/real.db")))
        #expect(try agenda.run("list", "--format", "{summary}").output == "Lunch\n")
        let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
    }

    @Test("its owner alone can read it, whatever the umask, and all that stands beside it")
    func rights() throws {
        let run = try agenda.shell(
            "umask 0; chmod 777 '\(folder.path)'; \"$0\" add Lunch --start 2026-11-21 --quiet")
        #expect(run.status == 0)
        #expect(try rights("agenda.db") == 0o600)
        #expect(try rights("agenda.backup") == 0o700)
        let log = try FileManager.default.contentsOfDirectory(atPath: folder.file("agenda.backup"))
            .filter { $0.hasSuffix(".log") }
        #expect(log.count == 1)
        for name in ["agenda.db-import", "agenda.backup/local.ics", "agenda.backup/.lock"]
            + log.map({ "agenda.backup/\($0)" })
        where FileManager.default.fileExists(atPath: folder.file(name)) {
            #expect(try rights(name) == 0o600, "\(name)")
        }
        // An empty file that others could read becomes one that they cannot.
        let other = try folder.write("other.db", "")
        let added = try agenda.run("add", "Lunch", "--start", "2026-11-21", "--database", other)
        #expect(added.status == 0)
        #expect(try rights("other.db") == 0o600)
    }

    @Test("what is made in a folder of calendars has the rights of those beside it")
    func folderRights() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("home"), withIntermediateDirectories: true)
        _ = try folder.write(
            "home/a.ics",
            calendar("UID:a\nDTSTART:20261121T113000Z\nSUMMARY:Walk\nRRULE:FREQ=DAILY;COUNT=9"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.file("home/a.ics"))
        _ = try agenda.run("source", "add", folder.file("home"), "--writable")
        let ids = try agenda.run("list", "--format", "{id}").output.split(separator: "\n")
        let edit = ["edit", String(ids[2]), "--scope", "future", "--summary", "Run"]
        #expect(try agenda.run(edit + AgendaProcess.pinned).status == 0)
        #expect(
            try agenda.run("add", "Lunch", "--start", "2026-11-21", "--calendar", "home").status
                == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("home"))
        #expect(names.count == 3)
        for name in names { #expect(try rights("home/" + name) == 0o640, "\(name)") }
    }

    @Test(
        "a column that holds another type ends in one line that names the database, and is mended",
        arguments: [0, 1])
    func mistypedColumn(column: Int) throws {
        _ = try agenda.run("add", "Uniquetea", "--start", "2026-11-21T10:00Z")
        // A row's header says 31 of a text of nine bytes, here the title, then the status; 30 of bytes
        // (sqlite.org/fileformat2.html 2.1). The zone's name stands between header and title.
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let text = Array("Europe/BerlinUniqueteaconfirmed".utf8)
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: text) })
        let types = bytes[(place - 20)..<place].indices.filter { bytes[$0] == 31 }
        try #require(types.count == 2)
        bytes[types[column]] = 30
        try Data(bytes).write(to: URL(filePath: path))
        let doctor = try agenda.run("doctor")
        #expect(doctor.status == 0)
        #expect(doctor.complaints.split(separator: "\n").count == 1)
        let name = ["summary", "status"][column]
        #expect(
            doctor.complaints.hasPrefix(
                "\(path): was damaged (non-TEXT value in event.\(name)): restored 1 local event and 0 sources "
            ))
        let listed = try agenda.run("list", "--format", "{summary}")
        #expect(listed == .init(output: "Uniquetea\n", complaints: "", status: 0))
        let history = try agenda.run("history")
        #expect(
            history.complaints
                == "agenda: the history was lost with an earlier database: its backup holds only the events\n"
        )
    }

    @Test("a link in the place of a file that is about to be made is not followed")
    func plantedLinks() throws {
        let victim = try folder.write("victim", "mine")
        try FileManager.default.createDirectory(
            atPath: folder.file("agenda.backup"), withIntermediateDirectories: true)
        try link("agenda.backup/local.ics.new", to: victim)
        try link("agenda.db-import", to: victim)
        try link("agenda.backup/.lock", to: folder.file("other"))
        // The backup is not written without its lock.
        let stored = try agenda.run("add", "Lunch", "--start", "2026-11-21")
        #expect(stored.status == 3 && stored.complaints.contains(".lock: cannot be locked"))
        #expect(stored.complaints.contains("the change is stored, but not its backup"))
        try FileManager.default.removeItem(atPath: folder.file("agenda.backup/.lock"))
        #expect(try agenda.run("add", "Tea", "--start", "2026-11-21").status == 0)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: folder.file("other")))
        let backup = try String(
            contentsOfFile: folder.file("agenda.backup/local.ics"), encoding: .utf8)
        #expect(backup.contains("SUMMARY:Lunch"))
    }
}
