import Foundation
import Testing

@Suite("agenda adopt khal, calcurse, todoman")
struct AdoptCommandTests {
    private let agenda: StoreProcess
    private var folder: ScratchFolder { agenda.folder }

    init() throws {
        var agenda = try StoreProcess()
        agenda.process.environment["HOME"] = agenda.folder.path
        agenda.process.environment["XDG_CONFIG_HOME"] = agenda.folder.file("config")
        agenda.process.environment["XDG_DATA_HOME"] = agenda.folder.file("data")
        self.agenda = agenda
    }

    private func write(_ name: String, _ text: String) throws {
        let parent = URL(filePath: folder.file(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        _ = try folder.write(name, text)
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    private static let khal = """
        [calendars]
        [[home]]
        path = ~/cal/home
        color = dark green
        [[cards]]
        path = $HOME/cards
        type = birthdays
        [default]
        default_calendar = home
        [locale]
        timeformat = %H:%M
        """

    private func prepareKhal() throws {
        try write("config/khal/config", Self.khal)
        try write("cal/home/a.ics", calendar("UID:a\nDTSTART:20261120T140000Z\nSUMMARY:Tea"))
        try write("cards/k.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Kim\nBDAY:1990-11-21\nEND:VCARD\n")
    }

    @Test("khal's calendars are found where khal looks, added once, and undone one by one")
    func khal() throws {
        try prepareKhal()
        let trial = try agenda("adopt", "khal", "--dry-run")
        #expect(
            trial == """
                would add home: \(folder.path)/cal/home (writable, #00cd00)
                would add cards: \(folder.path)/cards (birthdays)
                would set time-format = "24h"
                would set calendar = "home"

                """)
        #expect(text("config/agenda/config.toml") == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("agenda.db")))
        #expect(
            try agenda("adopt", "khal") == """
                Added home: 1 event
                Added cards: 1 event
                Set time-format = "24h"
                Set calendar = "home"

                """)
        #expect(text("config/agenda/config.toml") == "time-format = \"24h\"\ncalendar = \"home\"\n")
        #expect(
            try agenda("list", "--days", "2", "--format", "{date} {calendar} {summary}")
                == "2026-11-20 home Tea\n2026-11-21 cards Kim's birthday (36)\n")
        let again = try agenda.failure("adopt", "khal")
        #expect(again.status == 0 && again.output.isEmpty)
        #expect(
            again.complaints == """
                \(folder.path)/cal/home: is the source home already: left as it is
                \(folder.path)/cards: is the source cards already: left as it is

                """)
        try agenda("add", "Walk tomorrow 9:00", "--quiet")
        #expect(try agenda("list", "--calendar", "home", "--days", "2").contains("Walk"))
        try agenda("undo", "3")
        #expect(try agenda("source", "list", "--json").contains("\"sources\":[]"))
        #expect(text("cal/home/a.ics") != nil)
    }

    @Test("what is configured here stays; a folder that is gone is named, and the rest is added")
    func kept() throws {
        try prepareKhal()
        try write("config/agenda/config.toml", "# mine\ntime-format = \"12h\"\n")
        try FileManager.default.removeItem(atPath: folder.file("cal"))
        let result = try agenda.failure("adopt", "khal")
        #expect(result.status == 3)
        #expect(result.output == "Added cards: 1 event\n")
        #expect(
            result.complaints == """
                \(folder.path)/cal/home: no such folder: home is left out
                \(folder.path)/config/agenda/config.toml: time-format is "12h", not "24h": left as it is

                """)
        #expect(text("config/agenda/config.toml") == "# mine\ntime-format = \"12h\"\n")
    }

    @Test("a configuration that is missing or broken is one line, and nothing is done")
    func broken() throws {
        let missing = try agenda.failure("adopt", "khal")
        #expect(missing.status == 1)
        #expect(
            missing.complaints
                == "\(folder.path)/config/khal/config: cannot be read: name the configuration file\n"
        )
        try write("config/khal/config", "[calendars]\n[[home]\npath = x\n")
        let broken = try agenda.failure("adopt", "khal")
        #expect(broken.status == 1)
        #expect(
            broken.complaints
                == "\(folder.path)/config/khal/config:2: expected as many ] as [ after "
                + "the name\n")
        try write("other", "a = 1\n")
        let other = try agenda.failure("adopt", "khal", folder.file("other"))
        #expect(other.complaints == "\(folder.path)/other: names no calendars: is this khal's?\n")
        let none = try agenda.failure("adopt", "calcurse")
        #expect(none.status == 1)
        #expect(
            none.complaints
                == "\(folder.path)/data/calcurse/apts: cannot be read: name the folder of "
                + "calcurse's data\n")
        #expect(!FileManager.default.fileExists(atPath: folder.file("agenda.db")))
    }

    @Test("calcurse's events are added once, follow calcurse's changes, and keep those made here")
    func calcurse() throws {
        let course = "11/23/2026 @ 10:00 -> 11/23/2026 @ 11:00 {1W -> 12/10/2026"
        try write("data/calcurse/apts", "11/21/2026 [1] Trip\n\(course)} |Course\n")
        try write("data/calcurse/todo", "[1] Pay rent\n")
        let first = try agenda.failure("adopt", "calcurse")
        #expect(first.status == 0)
        #expect(
            first.output == """
                Added  Sat 2026-11-21  Trip
                Added  Mon 2026-11-23 10:00-11:00  Course ⟳
                Imported 2 events into local

                """)
        #expect(first.complaints == "\(folder.path)/data/calcurse/todo: 1 to-do not taken over\n")
        func list() throws -> String {
            try agenda("list", "--days", "30", "--format", "{date} {time} {summary}")
        }
        let whole = """
            2026-11-21 all day Trip
            2026-11-23 10:00-11:00 Course
            2026-11-30 10:00-11:00 Course
            2026-12-07 10:00-11:00 Course

            """
        #expect(try list() == whole)
        let again = try agenda("adopt", "calcurse")
        #expect(again.hasSuffix("local: nothing to import: 2 unchanged\n"))
        try agenda("edit", "trip", "--location", "Alps", "--quiet")
        try write("data/calcurse/apts", "11/21/2026 [1] Trip\n\(course) !11/30/2026} |Course\n")
        let changed = try agenda("adopt", "calcurse", "--quiet")
        #expect(changed.isEmpty)
        #expect(try list() == whole.replacing("2026-11-30 10:00-11:00 Course\n", with: ""))
        #expect(try agenda("show", "trip").contains("Alps"))
        try agenda("undo", "3")
        #expect(try list().isEmpty)
    }

    @Test("todoman's lists are sources, and its default list gets new events")
    func todoman() throws {
        try write("config/todoman/config.py", "path = '~/lists/*'\ndefault_list = \"Tasks\"\n")
        try write("lists/a/displayname", "Tasks\n")
        try write(
            "lists/a/t.ics",
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:t\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR\n"
        )
        #expect(
            try agenda("adopt", "todoman") == "Added Tasks: 0 events\nSet calendar = \"Tasks\"\n")
        #expect(try agenda("adopt", "todoman").isEmpty)
        #expect(text("config/agenda/config.toml") == "calendar = \"Tasks\"\n")
    }
}
