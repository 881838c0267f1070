import Foundation
import Testing

/// `agenda` with programs in its `PATH`, copied from the package: others might change the package's own folder.
private struct ProgramStore {
    var agenda: StoreProcess
    private let bin: String

    init() throws {
        agenda = try StoreProcess()
        bin = agenda.folder.file("bin")
        try FileManager.default.createDirectory(
            atPath: bin, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        agenda.process.environment["PATH"] = "\(bin):\(path)"
        for file in [
            "Samples/Sources/agenda-source-notes", "Samples/Sources/agenda-source-shifts",
            "Samples/Sources/agenda-source-caldir", "Tests/Programs/agenda-source-hostile",
            "Tests/Programs/caldir-provider-stand-in",
        ] {
            let text = try String(
                contentsOf: AgendaProcess.packageFolder.appending(path: file), encoding: .utf8)
            try add(file.split(separator: "/").last.map(String.init) ?? "", text)
        }
    }

    func add(_ name: String, _ text: String) throws {
        let path = try agenda.folder.write("bin/\(name)", text)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    func program(_ name: String) -> String { "\(bin)/agenda-source-\(name)" }

    /// Tells the one that misbehaves what to do; gives its source.
    func hostile(_ mode: String) throws -> String {
        _ = try agenda.folder.write("mode", mode)
        return "hostile:\(agenda.folder.path)"
    }

    func read(_ file: String) throws -> String {
        try String(contentsOfFile: agenda.folder.file(file), encoding: .utf8)
    }
}

@Suite("Sources that programs have")
struct ProgramSourceTests {
    @Test("a program of PATH is added, listed, asked again and removed")
    func life() throws {
        let store = try ProgramStore()
        let agenda = store.agenda
        let rota = try agenda.folder.write(
            "rota.csv", "date,start,end,what\n2026-11-21,08:00,16:00,Late\n")
        #expect(
            try agenda("source", "add", "shifts:\(rota)", "--name", "Rota") == """
                shifts:\(rota) is what \(store.program("shifts")) has
                Added Rota: 1 event

                """)
        let list = ["list", "--days", "3", "--format", "{start} {summary} {calendar}"]
        #expect(
            try agenda.process.run(list + AgendaProcess.pinned).output
                == "2026-11-21T08:00:00+01:00 Late Rota\n")
        _ = try agenda.folder.write(
            "rota.csv", "date,start,end,what\n2026-11-22,08:00,16:00,Early\n")
        try agenda("sync")
        #expect(
            try agenda.process.run(list + AgendaProcess.pinned).output
                == "2026-11-22T08:00:00+01:00 Early Rota\n")
        #expect(
            try agenda.failure("source", "add", "shifts:\(rota)").complaints
                == "shifts:\(rota): is a source already: 'agenda sync shifts:\(rota)' looks at it\n"
        )
        let removed = "Removed Rota: 1 event; agenda undo brings it back\n"
        #expect(try agenda("source", "remove", "Rota") == removed)
        #expect(try agenda.process.run(list + AgendaProcess.pinned).output == "")
        #expect(try agenda("account", "list", "--json").contains("shifts") == false)
        #expect(try agenda.failure("sync").complaints.contains("no accounts yet"))
        #expect(try agenda("source", "list") == "")
        // It comes back with its name and its last copy, and is asked again.
        try agenda("undo")
        #expect(
            try agenda.process.run(list + AgendaProcess.pinned).output
                == "2026-11-22T08:00:00+01:00 Early Rota\n")
        _ = try agenda.folder.write(
            "rota.csv", "date,start,end,what\n2026-11-20,18:00,20:00,Night\n")
        try agenda("sync")
        #expect(
            try agenda.process.run(list + AgendaProcess.pinned).output
                == "2026-11-20T18:00:00+01:00 Night Rota\n")
        // One that was removed is in the way of no new one.
        #expect(try agenda("source", "remove", "Rota") == removed)
        #expect(try agenda("source", "add", "shifts:\(rota)").hasSuffix(": 1 event\n"))
    }

    @Test("a password that cannot be had stands in doctor")
    func password() throws {
        let store = try ProgramStore()
        let agenda = store.agenda
        let rota = try agenda.folder.write(
            "rota.csv", "date,start,end,what\n2026-11-21,08:00,16:00,Late\n")
        let secret = try agenda.folder.write("secret", "wonderland\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        try agenda("source", "add", "shifts:\(rota)", "--password-file", secret)
        try FileManager.default.removeItem(atPath: secret)
        #expect(try agenda.failure("sync").status != 0)
        let doctor = try agenda.failure("doctor")
        #expect(doctor.status == 3)
        #expect(doctor.output.hasPrefix("shifts:\(rota): "), "\(doctor)")
        #expect(doctor.output.hasSuffix(": its last copy is shown\n"), "\(doctor)")
    }

    @Test("what is edited here is written there, and undo takes it back on both sides")
    func editing() throws {
        let store = try ProgramStore()
        let agenda = store.agenda
        try FileManager.default.createDirectory(
            atPath: agenda.folder.file("notes"), withIntermediateDirectories: true)
        _ = try agenda.folder.write(
            "notes/trip.md", "# Trip\nDate: 2026-12-01\nUID: trip\n\nPack\n")
        try agenda("source", "add", "notes:\(agenda.folder.file("notes"))")
        try agenda("edit", "Trip", "--summary", "Journey")
        try agenda("sync")
        #expect(
            try store.read("notes/trip.md") == "# Journey\nDate: 2026-12-01\nUID: trip\n\nPack\n")
        try agenda("undo")
        try agenda("sync")
        #expect(
            try store.read("notes/trip.md") == "# Trip\nDate: 2026-12-01\nUID: trip\n\nPack\n")
        try agenda("add", "Picnic", "--start", "2026-12-05", "--all-day", "--calendar", "Notes")
        try agenda("sync")
        let files = try FileManager.default.contentsOfDirectory(
            atPath: agenda.folder.file("notes"))
        #expect(files.count == 2)
        let new = try #require(files.first { $0 != "trip.md" })
        #expect(try store.read("notes/\(new)").hasPrefix("# Picnic\nDate: 2026-12-05\n"))
    }

    @Test("what is wrong with a program stands in doctor, and its last copy is shown")
    func doctor() throws {
        let store = try ProgramStore()
        let agenda = store.agenda
        let source = try store.hostile("good")
        try agenda("source", "add", source)
        _ = try store.hostile("die")
        #expect(try agenda.failure("sync").status == 1)
        let doctor = try agenda.failure("doctor")
        #expect(doctor.status == 3)
        #expect(
            doctor.output == """
                \(source): the program ended with status 3 before its answer to 'list': its last copy is shown
                \(source): the program says: Traceback: the cable is out

                """)
        #expect(
            try agenda("list", "--days", "20", "--format", "{summary}") == "a\nb\n")
        _ = try store.hostile("good")
        try agenda("sync")
        #expect(try agenda("doctor") == "No problems in 1 calendar\n")
    }

    @Test("what cannot be added leaves nothing behind")
    func refusals() throws {
        let store = try ProgramStore()
        let agenda = store.agenda
        #expect(
            try agenda.failure("source", "add", "nobody:work").complaints
                == "nobody:work: there is no program 'agenda-source-nobody' in PATH\n")
        let source = try store.hostile("die")
        let failure = try agenda.failure("source", "add", source)
        #expect(
            failure.complaints
                == "\(source): the program ended with status 3 before its answer to 'list'\n")
        #expect(failure.status == 1)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: store.program("hostile"))
        #expect(
            try agenda.failure("source", "add", source).complaints.hasPrefix(
                "\(source): others may change \(store.program("hostile")), and so what would be started"
            ))
        let tool = try agenda.folder.write("tool", "#!/bin/sh\necho sesame\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: tool)
        #expect(
            try agenda.failure(
                "source", "add", "https://127.0.0.1:9/x.ics", "--password-command", tool
            ).complaints.hasPrefix("--password-command: others may change \(tool), and so"))
        #expect(try agenda("source", "list", "--json").contains("hostile") == false)
        #expect(try agenda("account", "list", "--json").contains("hostile") == false)
    }

    @Test("what caldir's providers have is read, as its documents describe them")
    func caldir() throws {
        var store = try ProgramStore()
        let folder = store.agenda.folder
        try FileManager.default.createDirectory(
            atPath: folder.file("caldir/work/.caldir"), withIntermediateDirectories: true)
        _ = try folder.write(
            "caldir/work/.caldir/config.toml",
            """
            name = "Work"

            [remote]
            provider = "stand-in"
            stand-in_account = "anna@example.org"
            stand-in_calendar_id = "primary"
            """)
        store.agenda.process.environment["HOME"] = folder.path
        let agenda = store.agenda
        #expect(
            try agenda("source", "check", "caldir:work")
                == "caldir:work: 9 requests answered as the protocol wants them\n")
        try agenda("source", "add", "caldir:work")
        #expect(
            try agenda("list", "--days", "40", "--format", "{start} {summary} {calendar}") == """
                2026-11-20T16:00:00+01:00 Friday retro Work
                2026-11-27T17:00:00+01:00 Late retro Work
                2026-12-04T16:00:00+01:00 Friday retro Work
                2026-12-11T16:00:00+01:00 Friday retro Work
                2026-12-18T16:00:00+01:00 Friday retro Work
                2026-12-24 Christmas Work
                2026-12-25T16:00:00+01:00 Friday retro Work

                """)
        #expect(try agenda("sync") == "caldir:work/Work: in step\n")
    }

    @Test("nobody but the command line says which program is started")
    func command() throws {
        let sources = AgendaProcess.packageFolder.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }
            .filter { path in
                try String(contentsOf: sources.appending(path: path), encoding: .utf8)
                    .contains("SourceProgram.find(")
            }
        #expect(
            Set(files) == [
                "agenda/Commands/Calendars/SourceCommand+AddProgram.swift",
                "agenda/Commands/Calendars/SourceCommand+Check.swift",
            ])
    }

    @Test("the article's program is as the protocol wants it, and is what the article says")
    func article() throws {
        let store = try ProgramStore()
        let article = try String(
            contentsOf: AgendaProcess.packageFolder.appending(
                path: "Sources/AgendaKit/AgendaKit.docc/WritingASource.md"), encoding: .utf8)
        let parts = article.components(separatedBy: "```")
        let program = try #require(parts.first { $0.hasPrefix("python\n") })
        try store.add("agenda-source-hello", String(program.dropFirst("python\n".count)))
        let said = article.replacing("/home/anna/bin", with: store.agenda.folder.file("bin"))
        for command in ["check", "add"] {
            let output = try store.agenda("source", command, "hello:world")
            let lines = output.split(separator: "\n").map { "    \($0)" }
            #expect(
                said.contains(
                    "    $ agenda source \(command) hello:world\n" + lines.joined(separator: "\n")
                        + "\n"))
        }
    }
}
