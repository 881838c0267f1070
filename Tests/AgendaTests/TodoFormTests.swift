import AgendaKit
import Foundation
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

/// At noon of Friday, 2026-11-20, in Berlin.
@Suite("agenda todo edit without options opens a form")
struct TodoFormTests {
    private var agenda: StoreProcess

    init() throws { agenda = try StoreProcess() }

    /// An editor that keeps the form it is given beside itself, and applies sed's commands to it.
    private func editing(_ commands: String) throws -> StoreProcess {
        let script = try agenda.folder.write(
            "editor", "cp \"$1\" \"$0.seen\"\nsed -i '\(commands)' \"$1\"\n")
        var edited = agenda
        edited.process.environment["EDITOR"] = "sh \(script)"
        edited.process.environment["TMPDIR"] = agenda.folder.path
        return edited
    }

    private func seen() throws -> String {
        try String(contentsOfFile: agenda.folder.file("editor.seen"), encoding: .utf8)
    }

    private func show(_ fields: String) throws -> String {
        try agenda("todo", "list", "--all", "--format", fields)
    }

    @Test("it has each value on a line, and each line can be changed")
    func form() throws {
        try agenda("todo", "add", "House", "--quiet")
        try agenda(
            "todo", "add", "Paint tomorrow 18:00 !3 #home @ Attic", "--description",
            "two\ncoats", "--url", "https://example.org", "--parent", "house", "--quiet")
        let edited = try editing(
            """
            s/^summary:.*/summary: Paint walls/; s/^due:.*/due: monday 9:30/; s/^priority:.*/priority: low/
            s/^percent:.*/percent: 40/; s/^location:.*/location:/; s/^category:.*/category: home, diy/
            s/^every:.*/every: 2 weeks/; s/^url:.*//; s/^two/three/
            """)
        #expect(
            try edited("todo", "edit", "paint").split(separator: "\n").map(String.init) == [
                "Changed Paint, due Sat 2026-11-21 18:00",
                "  -summary: Paint", "  +summary: Paint walls", "  +start: 2026-11-23 00:00",
                "  -due: 2026-11-21 18:00", "  +due: 2026-11-23 09:30",
                "  +every: FREQ=WEEKLY;INTERVAL=2", "  -priority: 3", "  +priority: 9",
                "  +percent: 40", "  -status: needs-action", "  +status: in-process",
                "  -location: Attic", "  -category: home",
                "  +category: home, diy", "  -url: https://example.org", "  -description: two",
                "  coats", "  +description: three", "  coats",
            ])
        let form = try seen().split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            form.joined(separator: "\n") == """
                summary: Paint
                start:
                due: 2026-11-21 18:00
                zone: Europe/Berlin
                every:
                priority: 3
                percent:
                status: needs-action
                location: Attic
                category: home
                url: https://example.org
                parent: House
                description:
                two
                coats
                """)
        #expect(try agenda("undo").hasPrefix("Undone: edited"))
        #expect(try show("{summary}|{priority}").contains("Paint|3\n"))
    }

    @Test("a form that comes back as it was changes nothing, also with a parent and a repetition")
    func unchanged() throws {
        try agenda("todo", "add", "House", "--quiet")
        try agenda("todo", "add", "Paint tomorrow every week", "--parent", "house", "--quiet")
        let before = try agenda("history", "--json")
        let result = try editing("").process.run(
            ["todo", "edit", "paint", "--scope", "all"] + AgendaProcess.pinned)
        #expect(result.status == 0 && result.output == "")
        #expect(result.complaints.hasPrefix("No changes: Paint, due Sat 2026-11-21"))
        #expect(try agenda("history", "--json") == before)
    }

    @Test(
        "the status says when it was done, and what contradicts it is refused",
        arguments: [
            ("s/^status:.*/status: completed/", "completed 100", nil),
            ("s/^percent:.*/percent: 100/", "completed 100", nil),
            ("s/^status:.*/status: cancelled/", "cancelled ", nil),
            ("s/^status:.*/status: in-process/; s/^percent:.*/percent: 20/", "in-process 20", nil),
            (
                "s/^status:.*/status: completed/; s/^percent:.*/percent: 20/", "needs-action ",
                "20% done does not go with completed: change only one of them"
            ),
            (
                "s/^status:.*/status: ready/", "needs-action ",
                "status must be needs-action, in-process, completed or cancelled, not 'ready'"
            ),
            (
                "s/^percent:.*/percent: half/", "needs-action ",
                "percent must be from 0 to 100, not half"
            ),
            ("s/^due:.*/due: someday/", "needs-action ", "due someday: "),
            ("s/^parent:.*/parent: house/", "needs-action ", "parent house: no to-do matches"),
            (
                "s/^zone:.*/zone: Asia/Tokyo/; s/^due:.*/due:/", "needs-action ", "line"
            ),
        ] as [(String, String, String?)])
    func status(_ commands: String, _ expected: String, _ refusal: String?) throws {
        try agenda("todo", "add", "Paint tomorrow 18:00", "--quiet")
        let edited = try editing(commands.replacing("Asia/Tokyo", with: "Asia\\/Tokyo"))
        let result = try edited.process.run(["todo", "edit", "paint"] + AgendaProcess.pinned)
        #expect(result.status == (refusal == nil ? 0 : 1), "\(result.complaints)")
        #expect(try show("{status} {percent}") == expected + "\n")
        guard let refusal, refusal != "line" else { return }
        #expect(result.complaints.hasPrefix(refusal), "\(result.complaints)")
        // What was typed is kept.
        let path = try #require(result.complaints.split(separator: " ").last).dropLast()
        #expect(FileManager.default.fileExists(atPath: String(path)))
    }

    @Test("times are in the to-do's own zone; another zone keeps what its clock shows")
    func zones() throws {
        let path = try agenda.folder.write(
            "b.ics",
            calendar(
                "UID:1\nDTSTAMP:20261101T000000Z\nSUMMARY:Call\nDUE;TZID=Asia/Tokyo:20261124T090000"
            )
            .replacing("VEVENT", with: "VTODO"))
        try agenda("source", "add", path, "--writable", "--quiet")
        #expect(try show("{due}") == "2026-11-24T01:00:00+01:00\n")
        try editing("s/^due:.*/due: 10:15/")("todo", "edit", "call", "--quiet")
        #expect(try show("{due}") == "2026-11-24T02:15:00+01:00\n")
        try editing("s/^zone:.*/zone: America\\/New_York/")("todo", "edit", "call", "--quiet")
        // 10:15 in New York.
        #expect(try show("{due}") == "2026-11-24T16:15:00+01:00\n")
        let none = try editing("s/^due:.*/due: none/; s/^zone:.*/zone: UTC/").failure(
            "todo", "edit", "call")
        #expect(none.status == 1)
        #expect(
            none.complaints.hasPrefix("zone UTC: only a time has a zone, and it has none"),
            "\(none.complaints)")
    }

    @Test("one instance of what repeats, and all of it; the dry run changes nothing")
    func scopes() throws {
        try agenda("todo", "add", "Bins monday every week", "--quiet")
        let one = try editing("s/^due:.*/due: 2026-11-24/")
        let dry = try one("todo", "edit", "bins", "--scope", "this", "--dry-run")
        #expect(dry.hasPrefix("Would change Bins, due Mon 2026-11-23\n"))
        #expect(try show("{due}") == "2026-11-23\n")
        try one("todo", "edit", "bins", "--scope", "this", "--quiet")
        #expect(try show("{due}") == "2026-11-24\n")
        try editing("s/^summary:.*/summary: Rubbish/")(
            "todo", "edit", "bins", "--scope", "all", "--quiet")
        #expect(try show("{summary}").contains("Rubbish"))
    }

    @Test("what somebody else has changed while the form was open is not overwritten")
    func meanwhile() throws {
        try agenda("todo", "add", "Paint tomorrow", "--quiet")
        let script = try agenda.folder.write(
            "editor",
            "\"$AGENDA\" todo edit paint --priority 1 --quiet $PINNED\nsed -i s/Paint/Walls/ \"$1\"\n"
        )
        var edited = agenda
        edited.process.environment.merge([
            "EDITOR": "sh \(script)", "TMPDIR": agenda.folder.path,
            "AGENDA": AgendaProcess.executable.path(percentEncoded: false),
            "PINNED": AgendaProcess.pinned.joined(separator: " "),
        ]) { $1 }
        let result = try edited.failure("todo", "edit", "paint")
        #expect(result.status == 1)
        #expect(result.complaints.hasPrefix("it has changed in the meantime; your text is in "))
        #expect(try show("{summary} {priority}") == "Paint 1\n")
    }

    @Test("on a terminal a refused form comes back with the reason, until it is accepted")
    func again() throws {
        try agenda("todo", "add", "Paint tomorrow", "--quiet")
        let script = try agenda.folder.write(
            "editor",
            "if grep -q '^# ! ' \"$1\"; then sed -i 's/^due:.*/due: monday/' \"$1\"; "
                + "else sed -i 's/^due:.*/due: someday/' \"$1\"; fi\n")
        var environment = agenda.process.environment
        environment["EDITOR"] = "sh \(script)"
        let session = try TerminalSession(["todo", "edit", "paint"], environment: environment)
        try session.wait(for: "due someday: ")
        try session.wait(for: "Changed Paint, due Sat 2026-11-21\n")
        #expect(session.end() == 0)
        #expect(try show("{due}") == "2026-11-23\n")
    }

    @Test("the form gives back what it was made of; a line of an event is none of a to-do")
    func lines() throws {
        var event = Event(uid: "a", start: .date(try #require(CivilDate(iso: "2026-11-27"))))
        event.todo = Todo()
        event.todo?.anchor = .due
        event.todo?.completed = Instant(secondsSinceEpoch: 0)
        event.todo?.parent = "p"
        let form = EventForm(EventDraft(event: event), parent: "House")
        let text = form.text(notes: ["a note"])
        #expect(try form.edits(in: text).isEmpty)
        #expect(text.contains("\nparent: House\n") && !text.contains("completed:"))
        for nonsense in [
            "end: 2026-11-28", "busy: no", "completed: today", "percent: half", "alarm: 1h",
        ] {
            #expect(throws: CommandFailure.self, "\(nonsense)") {
                try form.edits(in: nonsense + "\n")
            }
        }
    }
}
