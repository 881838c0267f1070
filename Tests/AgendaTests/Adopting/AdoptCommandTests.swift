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
        #expect(
            try agenda("adopt", "calcurse") == """
                Added  Sat 2026-11-21  Trip
                Added  Mon 2026-11-23 10:00-11:00  Course ⟳
                Imported 2 events into local

                """)
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

    @Test("calcurse's appointments reach another calendar than one's own only if a person says so")
    func calcurseBesideKhal() throws {
        try prepareKhal()
        try agenda("adopt", "khal", "--quiet")
        try write("data/calcurse/apts", "11/21/2026 [1] Trip\n")
        let alone = try agenda.failure("adopt", "calcurse")
        #expect(alone.status == 0 && alone.output.hasSuffix("Imported 1 event into local\n"))
        #expect(
            alone.complaints
                == "calcurse's appointments go to local: for home give --calendar home\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("cal/home")) == [
                "a.ics"
            ])
        try agenda("undo")
        for (answer, calendar) in [("\n", "local"), ("y\n", "home")] {
            let session = try TerminalSession(
                ["adopt", "calcurse"], environment: agenda.process.environment)
            try session.wait(for: "into home, your usual calendar, rather than into local? [y/N] ")
            session.type(answer)
            try session.wait(for: "Imported 1 event into \(calendar)\n")
            #expect(session.end() == 0)
            try agenda("undo")
        }
        #expect(
            try agenda("adopt", "calcurse", "--calendar", "home")
                .hasSuffix("Imported 1 event into home\n"))
        // A repetition finds it where it is.
        #expect(try agenda("adopt", "calcurse").contains("1 unchanged"))
    }

    @Test("calcurse's to-dos are added once, and what is done on either side is done")
    func todos() throws {
        try write("data/calcurse/apts", "11/21/2026 [1] Trip\n")
        try write("data/calcurse/todo", "[1] Pay rent\n[-3] Buy milk\n[0] Call Kim\n")
        #expect(
            try agenda("adopt", "calcurse") == """
                Added  Sat 2026-11-21  Trip
                Added  ☐ Pay rent
                Added  ☑ Buy milk
                Added  ☐ Call Kim
                Imported 1 event and 3 to-dos into local

                """)
        try agenda("todo", "done", "kim", "--quiet")
        try write("data/calcurse/todo", "[-1] Pay rent\n[-3] Buy milk\n[0] Call Kim\n")
        #expect(
            try agenda("adopt", "calcurse") == """
                Unchanged   Sat 2026-11-21  Trip
                Updated     ☑ Pay rent
                Unchanged   ☑ Buy milk
                Newer here  ☐ Call Kim
                Imported 1 to-do into local: 1 updated, 2 unchanged, 1 newer here

                """)
        #expect(
            try agenda("todo", "list", "--all") == """
                ☑  Pay rent !1
                ☑  Buy milk !3
                ☑  Call Kim

                """)
        try agenda("undo", "3")
        #expect(try agenda("todo", "list", "--all") == "No to-dos\n")
    }

    @Test("--json says what became of each thing, and prints nothing else")
    func json() throws {
        try prepareKhal()
        let khal = try agenda("adopt", "khal", "--json")
        #expect(
            khal == """
                {"version":1,"timeZone":"Europe/Berlin","program":"khal","dryRun":false,"complete":true,"sources":[
                {"name":"home","path":"\(folder.path)/cal/home","kind":"folder","color":"#00cd00",\
                "writable":true,"outcome":"added","events":1},
                {"name":"cards","path":"\(folder.path)/cards","kind":"contacts","color":null,\
                "writable":false,"outcome":"added","events":1}],"accounts":[],"items":[],"settings":[
                {"key":"time-format","value":"24h","outcome":"added"},
                {"key":"calendar","value":"home","outcome":"added"}]}

                """)
        try FileManager.default.removeItem(atPath: folder.file("cards"))
        try write("config/khal/config", Self.khal.replacing("~/cal/home", with: "~/cal/other"))
        let changed = try agenda.failure("adopt", "khal", "--json", "--dry-run", "--quiet")
        #expect(changed.status == 3)
        #expect(
            changed.output == """
                {"version":1,"timeZone":"Europe/Berlin","program":"khal","dryRun":true,"complete":false,"sources":[
                {"name":"home-2","path":"\(folder.path)/cal/other","kind":"folder","color":"#00cd00",\
                "writable":true,"outcome":"failed","events":null},
                {"name":"cards","path":"\(folder.path)/cards","kind":"contacts","color":null,\
                "writable":false,"outcome":"present","events":null}],"accounts":[],"items":[],"settings":[
                {"key":"time-format","value":"24h","outcome":"present"}]}

                """)
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
