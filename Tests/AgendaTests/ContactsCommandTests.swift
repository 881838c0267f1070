import Foundation
import Testing

@Suite("Contacts as a source", .timeLimit(.minutes(30)))
struct ContactsCommandTests {
    private typealias Result = AgendaProcess.Result

    private let agenda: StoreProcess
    private let path: String

    private static let cards = """
        BEGIN:VCARD
        VERSION:3.0
        UID:anna
        FN:Anna Berg
        BDAY:1985-11-21
        END:VCARD
        BEGIN:VCARD
        VERSION:3.0
        UID:bo
        FN:Bo
        BDAY:soon
        ANNIVERSARY:--1122
        END:VCARD

        """
    private static let fault =
        "'soon' was left out: it is not a date: write it like 1985-04-12, or --04-12 without a year"

    init() throws {
        agenda = try StoreProcess()
        path = try agenda.folder.write("contacts.vcf", Self.cards)
    }

    private func run(_ arguments: String...) throws -> AgendaProcess.Result {
        try agenda.process.run(arguments + AgendaProcess.pinned)
    }

    @Test("source add says what it read and what it left out; source list and doctor, too")
    func adding() throws {
        let added = try run("source", "add", path)
        #expect(added.output == "Added contacts: 2 events\n")
        #expect(added.complaints == "\(path):11: BDAY: \(Self.fault)\n")
        #expect(added.status == 3)
        let list = try run("source", "list")
        #expect(
            list.output.hasPrefix("contacts  contacts, 2 events, from 1972-11-22 on, partial, "))
        let json = try run("source", "list", "--json").output
        #expect(
            json.contains(
                #"{"name":"contacts","kind":"contacts","path":"\#(path)","status":"partial","#))
        #expect(try run("doctor").output == "\(path):11: bo BDAY: \(Self.fault)\n")
        #expect(try run("undo").output == "Undone: added calendar contacts\n")
        #expect(
            try run("list", "--days", "3").output == "No events from 2026-11-20 to 2026-11-22\n")
    }

    @Test("list, timeline, search and JSON have the age; nothing else is blocked")
    func reading() throws {
        _ = try run("source", "add", path)
        let days = """
            Tomorrow, Sat 2026-11-21
              all day      Anna Berg's birthday (41) ⟳
            Sun 2026-11-22
              all day      Bo's anniversary ⟳

            """
        #expect(try run("list", "--from", "tomorrow", "--days", "2").output == days)
        let timeline = try run("timeline").output
        #expect(timeline.contains("Anna Berg's birthday (41) ⟳\n"))
        #expect(timeline.contains("Sun 2027-11-21\n  all day      Anna Berg's birthday (42) ⟳\n"))
        #expect(
            try run("search", "anna").output
                == "Sat 2026-11-21  all day      Anna Berg's birthday (41) ⟳\n")
        let json = try run("list", "--json", "--from", "tomorrow", "--days", "1").output
        #expect(json.contains(#""start":"2026-11-21","end":"2026-11-22","allDay":true"#))
        #expect(json.contains(#""summary":"Anna Berg's birthday (41)""#))
        #expect(json.contains(#""transparent":true,"recurring":true"#))
        let names = try run("list", "--from", "tomorrow", "--days", "1", "--format", "{summary}")
        #expect(names.output == "Anna Berg's birthday (41)\n")
        var chinese = agenda.process
        chinese.environment["LC_ALL"] = "zh_CN.UTF-8"
        let titles = try chinese.run(["show", "anna"] + AgendaProcess.pinned)
        #expect(titles.output.hasPrefix("Anna Berg的生日（41岁）\n"))
        _ = try run("add", "Lunch tomorrow 12:00-13:00")
        #expect(try run("conflicts").output == "No conflicts from 2026-11-20 to 2026-12-19\n")
        #expect(
            try run("free", "--from", "2026-11-23", "--days", "1", "--between", "9-17").output
                == "Mon 2026-11-23\n  09:00-17:00  8h\n")
    }

    @Test("a path, a folder and standard input are read like calendars")
    func paths() throws {
        let line = "Tomorrow, Sat 2026-11-21\n  all day      Anna Berg's birthday (41) ⟳\n"
        let day = ["--from", "tomorrow", "--days", "1"]
        for place in [path, agenda.folder.path] {
            let result = try agenda.process.run(["list", place] + day + AgendaProcess.pinned)
            #expect(result.output == line)
            #expect(result.status == 3)
        }
        var piped = agenda.process
        piped.input = Self.cards
        #expect(try piped.run(["list", "-"] + day + AgendaProcess.pinned).output == line)
        let merged = try run("merge", path)
        #expect(merged.output.contains("SUMMARY:Anna Berg's birthday\r\n"))
    }

    @Test("they are only read, and the refusal names where to change them")
    func readOnly() throws {
        let remedy = "contacts are only read: change the contact in the program that keeps it\n"
        let refused = try run("source", "add", path, "--writable")
        #expect(refused == Result(output: "", complaints: "\(path): \(remedy)", status: 1))
        _ = try run("source", "add", path)
        #expect(
            try run("source", "set", "contacts", "--writable").complaints == "\(path): \(remedy)")
        let edit = try run("edit", "anna", "--summary", "x", "--scope", "all")
        #expect(edit.complaints == "contacts: \(remedy)")
        #expect(edit.status == 1)
        #expect(try run("add", "x tomorrow", "--calendar", "contacts").status != 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.cards)
    }

    @Test("a file that holds something else is refused with what contacts begin with")
    func otherContent() throws {
        let other = try agenda.folder.write("page.vcf", "<html>\n")
        #expect(
            try run("source", "add", other)
                == Result(
                    output: "",
                    complaints:
                        "\(other): not an iCalendar file: a calendar starts with BEGIN:VCALENDAR, a contact with BEGIN:VCARD\n",
                    status: 1))
    }

    @Test("shells complete .vcf files", arguments: ["bash", "zsh", "fish"])
    func completion(_ shell: String) throws {
        let script = try agenda.process.run(["--generate-completion-script", shell]).output
        #expect(script.contains("vcf"))
    }
}
