import CalendarFiles
import Foundation
import Glibc
import Testing

@testable import AgendaSync

@Suite("Programs instead of servers")
struct ProgramTests {
    @Test(
        "a name of small letters, a colon and anything is a program",
        arguments: [
            ("toggl:work", "toggl", "work"), ("a-1:/home/anna/x.csv", "a-1", "/home/anna/x.csv"),
            ("toggl:", "toggl", ""), ("x:a:b c", "x", "a:b c"),
        ])
    func names(text: String, name: String, argument: String) throws {
        let parts = try #require(SourceProgram.parts(text))
        #expect(parts.name == name)
        #expect(parts.argument == argument)
    }

    @Test(
        "paths and addresses are none",
        arguments: [
            "work", "https://example.org", "Toggl:work", "1a:work", "a/b:c", "./a:b", ":work",
            "../x:y", "a b:c", "toggl:a\nb", "é:a",
        ])
    func others(text: String) { #expect(SourceProgram.parts(text) == nil) }

    @Test("who else may change a program, or a folder above it, is not trusted")
    func trust() throws {
        let folder = TemporaryFolder()
        let inner = folder.path + "/bin"
        mkdir(inner, 0o755)
        Folder(path: inner).write("tool", "#!/bin/sh\n")
        let tool = inner + "/tool"
        chmod(tool, 0o755)
        #expect(try TrustedPath.weakness(of: tool) == nil)
        chmod(tool, 0o775)
        #expect(try TrustedPath.weakness(of: tool) == tool)
        chmod(tool, 0o755)
        chmod(inner, 0o777)
        #expect(try TrustedPath.weakness(of: tool) == inner)
        // What is mine nobody else may replace there.
        chmod(inner, 0o1777)
        #expect(try TrustedPath.weakness(of: tool) == nil)
        chmod(inner, 0o757)
        symlink("bin/tool", folder.path + "/link")
        #expect(try TrustedPath.weakness(of: folder.path + "/link") == inner)
        chmod(inner, 0o755)
        #expect(try TrustedPath.weakness(of: folder.path + "/link") == nil)
        #expect(try TrustedPath.weakness(of: folder.path + "/bin/../bin/./tool") == nil)
        #expect(throws: SystemFailure.self) { try TrustedPath.weakness(of: folder.path + "/no") }
    }

    @Test("an untrusted program is not started, nor one that prints a password")
    func untrusted() async throws {
        let desk = try ProgramDesk()
        let program = desk.script("#!/bin/sh\ntouch \(desk.folder.path)/started\n", "x", of: "")
        chmod(program.path, 0o777)
        await #expect {
            _ = try await desk.add(program)
        } throws: { error in
            "\(error)".contains("others may change \(program.path), and so what would be started")
        }
        let source = PasswordSource.command([program.path])
        await #expect(
            throws: CredentialsError(.untrusted(program: program.path, path: program.path))
        ) {
            _ = try await source.read()
        }
        #expect(desk.folder.read("started") == nil)
    }

    @Test("the service starts none: its accounts say that a program is started for them")
    func service() async throws {
        let desk = try ProgramDesk()
        let account = try await desk.add(desk.hostile())
        let stored = try desk.online.accountStore.account(account.id)
        #expect(stored.program == account.program)
        #expect(stored.startsProgram)
    }

    @Test("one that was just written is waited for")
    func written() async throws {
        let desk = try ProgramDesk()
        let program = try desk.hostile()
        let writer = open(program.path, O_WRONLY | O_CLOEXEC)
        // Not a task: those that block may hold all threads of the pool.
        Thread.detachNewThread {
            usleep(50_000)
            close(writer)
        }
        let account = try await desk.add(program)
        #expect(try await desk.synchronise(account).fetched == 2)
    }

    @Test("it is told nothing but where home is, the language, the path, and the secret")
    func surroundings() async throws {
        let desk = try ProgramDesk()
        let script = """
            #!/bin/sh
            read line
            tr '\\0' '\\n' < /proc/$$/environ | cut -d= -f1 | sort | tr '\\n' ' ' >&2
            echo >&2
            tr '\\0' ' ' < /proc/$$/cmdline >&2
            echo >&2
            ls /proc/$$/fd > \(desk.folder.path)/open
            printf '%s\\n' "$line" >&2
            echo '{"id":1,"protocol":1}'
            while read line; do echo '{"id":2,"resources":[]}'; done
            """
        let program = desk.script(script, "plain", of: "work")
        desk.folder.write("password", "open sesame\n")
        chmod(desk.folder.path + "/password", 0o600)
        let account = try await desk.add(program, .file(desk.folder.path + "/password"))
        let said = try desk.online.accountStore.said(by: account.id)
        try #require(said.count == 3)
        #expect(
            said[0] == ["HOME", "LANG", "PATH"].filter { getenv($0) != nil }.joined(separator: " "))
        #expect(said[1] == "/bin/sh \(program.path)")
        // From 10 on they are the shell's own.
        let files = (desk.folder.read("open") ?? "").split { $0 == "\n" }.map(String.init)
        #expect(files.filter { $0.utf8.count == 1 } == ["0", "1", "2"])
        #expect(
            said[2]
                == #"{"argument":"work","id":1,"method":"hello","protocol":1,"secret":"open sesame"}"#
        )
    }

    @Test("a long text comes in parts")
    func parts() async throws {
        let desk = try ProgramDesk()
        let account = try await desk.add(desk.hostile())
        desk.set("parts")
        #expect(try await desk.synchronise(account).fetched == 2)
        let text = try #require(try desk.files(account).read("a.ics"))
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(text.contains("UID:a\r\n"))
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    }

    private func notes(_ desk: ProgramDesk) throws -> (Folder, SourceProgram) {
        let path = desk.folder.path + "/notes"
        mkdir(path, 0o755)
        let notes = Folder(path: path)
        notes.write("trip.md", "# Trip\nDate: 2026-12-01\n\nPack; then go\n")
        notes.write("idea.md", "no date\n")
        return (
            notes, try desk.program("Samples/Sources/agenda-source-notes", "notes", of: path)
        )
    }

    private func replace(_ old: String, _ new: String, in file: String, _ folder: Folder) throws {
        let text = try #require(folder.read(file))
        #expect(text.contains(old))
        folder.write(file, text.replacing(old, with: new))
    }

    @Test("what changes here goes to the program, what changes there comes, and both are merged")
    func writing() async throws {
        let desk = try ProgramDesk()
        let (notes, program) = try notes(desk)
        let account = try await desk.add(program)
        #expect(try await desk.synchronise(account).stop == nil)
        let files = try desk.files(account)
        #expect(try desk.names(account) == ["trip.ics"])
        try replace("SUMMARY:Trip", "SUMMARY:Journey", in: "trip.ics", files)
        #expect(try await desk.synchronise(account).sent == 1)
        #expect(
            notes.read("trip.md")
                == "# Journey\nDate: 2026-12-01\nUID: trip.md\n\nPack; then go\n")
        // Both sides, each something else.
        try replace("then go", "then rest", in: "trip.md", notes)
        try replace("SUMMARY:Journey", "SUMMARY:Voyage", in: "trip.ics", files)
        let report = try await desk.synchronise(account)
        #expect(report.conflicts == 0)
        #expect(
            notes.read("trip.md")
                == "# Voyage\nDate: 2026-12-01\nUID: trip.md\n\nPack; then rest\n")
        let merged = try #require(files.read("trip.ics"))
        #expect(merged.contains("SUMMARY:Voyage") && merged.contains("Pack\\; then rest"))
        // New, and gone.
        files.write(
            "new.ics",
            merged.replacing("UID:trip.md", with: "UID:new").replacing("Voyage", with: "New"))
        #expect(try await desk.synchronise(account).sent == 1)
        #expect(notes.read("new.md")?.hasPrefix("# New\nDate: 2026-12-01\nUID: new\n") == true)
        unlink(files.path + "/trip.ics")
        #expect(try await desk.synchronise(account).deletedThere == 1)
        #expect(notes.names == ["idea.md", "new.md"])
    }

    @Test("what the program cannot keep stays here, and is said")
    func refused() async throws {
        let desk = try ProgramDesk()
        let (notes, program) = try notes(desk)
        let account = try await desk.add(program)
        _ = try await desk.synchronise(account)
        let files = try desk.files(account)
        try replace(
            "DTSTART;VALUE=DATE:20261201", "DTSTART:20261201T090000Z", in: "trip.ics", files)
        #expect(try await desk.synchronise(account).setApart == 1)
        #expect(files.read("trip.ics")?.contains("20261201T090000Z") == true)
        #expect(notes.read("trip.md")?.hasPrefix("# Trip\nDate: 2026-12-01\n") == true)
    }

    @Test("the samples are as the protocol wants them, and a check of them leaves nothing")
    func check() async throws {
        let desk = try ProgramDesk()
        let (notes, program) = try notes(desk)
        let before = notes.names
        #expect(await ProgramCheck(program, secret: nil).run().findings.compactMap(\.fault) == [])
        #expect(notes.names == before)
        desk.folder.write("rota", "date,start,end,what\n2026-12-01,22:00,06:00,Night\n")
        let shifts = try desk.program(
            "Samples/Sources/agenda-source-shifts", "shifts", of: desk.folder.path + "/rota")
        #expect(await ProgramCheck(shifts, secret: nil).run().findings.compactMap(\.fault) == [])
    }

    @Test("a check says what falls short")
    func shortcomings() async throws {
        let desk = try ProgramDesk()
        let program = try desk.hostile()
        desk.set("stubborn")
        let found = await ProgramCheck(program, secret: nil).run().findings.compactMap(\.fault)
        try #require(found.count == 2)
        #expect(
            found[0].hasPrefix(
                "'put' to a calendar that is only read: expected the error 'read-only'"))
        #expect(found[1] == "it does not end within a second when its input does")
    }
}
