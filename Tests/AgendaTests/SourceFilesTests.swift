import Foundation
import Testing

@Suite("Sources and the files they are", .timeLimit(.minutes(30)))
struct SourceFilesTests {
    private let agenda: StoreProcess
    private var folder: ScratchFolder { agenda.folder }

    init() throws { agenda = try StoreProcess() }

    private static let lunch = calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch")
    private static let list = "Today, Fri 2026-11-20\n  12:30        Lunch\n"

    private func shell(_ script: String) throws -> AgendaProcess.Result {
        try AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")]).shell(
            "cd '\(folder.path)'; pinned='--now 2026-11-20T12:00:00+01:00 --time-zone Europe/Berlin'\n"
                + script)
    }

    @Test("a file that is moved away keeps its events until it is back or removed")
    func movedAway() throws {
        let path = try folder.write("lunch.ics", Self.lunch)
        try agenda("source", "add", path)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".bak")
        let stale = try agenda.failure("list")
        #expect(stale.output == Self.list)
        #expect(
            stale.complaints
                == "\(path): it is gone; its last known events are shown: put it back, or remove the source\n"
        )
        #expect(stale.status == 3)
        try FileManager.default.moveItem(atPath: path + ".bak", toPath: path)
        #expect(try agenda("list") == Self.list)
    }

    @Test("that a folder which was emptied is meant to be empty is said once")
    func accepted() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("team"), withIntermediateDirectories: true)
        for name in ["a", "b"] {
            _ = try folder.write(
                "team/\(name).ics", Self.lunch.replacing("UID:a", with: "UID:\(name)"))
        }
        try agenda("source", "add", folder.file("team"))
        #expect(
            try agenda.failure("source", "accept", "team").complaints
                == "team: nobody has emptied it\n")
        for name in ["a", "b"] {
            try FileManager.default.removeItem(atPath: folder.file("team/\(name).ics"))
        }
        #expect(
            try agenda("source", "accept", "team") == "team is empty, and devices are told so\n")
        #expect(try agenda.failure("source", "accept", "team").status == 1)
    }

    @Test(
        "what is no file is passed over with a line; a pipe that is named is read as standard input is"
    )
    func pipes() throws {
        _ = try folder.write("good.ics", Self.lunch)
        let folderOfAll = try shell(
            """
            mkdir all; cp good.ics all; mkfifo all/x.ics; ln -s /dev/zero all/z.ics
            "$0" list all $pinned; echo "$?"
            "$0" merge all > merged.ics; echo "$?"; grep -c BEGIN:VEVENT merged.ics
            """)
        #expect(folderOfAll.output == Self.list + "3\n3\n1\n")
        let lines = folderOfAll.complaints.split(separator: "\n")
        #expect(
            lines.contains(
                "all/x.ics: this is a pipe, not a file: put a calendar file there, or remove it")
        )
        #expect(lines.contains { $0.hasPrefix("all/z.ics: this is a device, not a file: ") })
        let named = try shell(
            """
            mkfifo p; cat good.ics > p & "$0" list p $pinned; echo "$?"
            "$0" list /dev/stdin $pinned < good.ics; echo "$?"
            cat good.ics | "$0" list /dev/stdin $pinned; echo "$?"
            cat good.ics > p & "$0" merge p | grep -c BEGIN:VEVENT
            """)
        #expect(named.output == "\(Self.list)0\n\(Self.list)0\n\(Self.list)0\n1\n")
        let endless = try shell(#""$0" list /dev/zero $pinned"#)
        #expect(endless.status == 1)
        #expect(
            endless.complaints
                == "/dev/zero: cannot be read (more than 256 MB without an end; a file may be longer)\n"
        )
        #expect(try shell(#""$0" source add p"#).status == 64)
        #expect(try shell(#""$0" watch p"#).status == 64)
    }

    @Test("one file is one source, whatever path leads to it")
    func samePath() throws {
        let path = try folder.write("lunch.ics", Self.lunch)
        try agenda("source", "add", path)
        #expect(try shell("mkdir sub; ln -s lunch.ics link.ics").status == 0)
        for other in ["sub/../lunch.ics", "link.ics", "./lunch.ics"] {
            let refused = try shell("\"$0\" source add \(other)")
            #expect(refused.status == 1)
            #expect(refused.complaints.contains("already a source, named 'lunch'"))
        }
    }

    @Test("a folder of calendars becomes a source for each, called and coloured as they say")
    func collections() throws {
        #expect(try shell("mkdir -p cal/home cal/work cal/empty").status == 0)
        _ = try folder.write("cal/home/a.ics", Self.lunch)
        _ = try folder.write(
            "cal/work/b.ics", calendar("UID:b\nDTSTART:20261120T130000Z\nSUMMARY:Call"))
        _ = try folder.write("cal/work/displayname", "At work\n")
        _ = try folder.write("cal/work/color", "#4169e1\n")
        _ = try folder.write("cal/empty/color", "teal; rm -rf")
        let path = folder.file("cal")
        let unsaid = try agenda.failure("source", "add", path)
        #expect(unsaid.status == 64)
        #expect(
            unsaid.complaints
                == "\(path): holds 3 calendars: empty, home, At work: use --each "
                + "to add each as a source, or --together for a single source\n")
        #expect(
            try agenda("source", "add", path, "--each")
                == "Added empty: 0 events\nAdded home: 1 event\nAdded At work: 1 event\n")
        #expect(
            try agenda("list", "--format", "{calendar} {summary}") == "home Lunch\nAt work Call\n")
        #expect(try agenda("export", "--format", "ics", "--calendar", "At work").contains("Call"))
        #expect(try shell("mkdir cal/new").status == 0)
        _ = try folder.write("cal/new/c.ics", Self.lunch.replacing("UID:", with: "UID:new-"))
        let later = try agenda.failure("source", "add", path, "--each")
        #expect(later.status == 0)
        #expect(later.output == "Added new: 1 event\n")
        #expect(
            later.complaints
                == ["empty", "home", "work"].map {
                    "\(path)/\($0): is the source \($0 == "work" ? "At work" : $0) already: left as it is\n"
                }.joined())
        for name in ["At work", "empty", "new"] { try agenda("source", "remove", name) }
        #expect(try shell("rm -r cal/new").status == 0)
        let together = try agenda.failure("source", "add", path, "--together")
        #expect(together.status == 0)
        #expect(together.output == "Added cal: 2 events\n")
        #expect(
            together.complaints
                == "cal: source home has files of it, too: their events are shown once\n")
    }

    @Test("a calendar that is a source already stays, and the others beside it are added")
    func eachBesideOne() throws {
        #expect(try shell("mkdir -p cal/home cal/work; ln -s work cal/link").status == 0)
        _ = try folder.write("cal/home/a.ics", Self.lunch)
        _ = try folder.write("cal/work/b.ics", Self.lunch.replacing("UID:", with: "UID:b"))
        #expect(try agenda("source", "add", folder.file("cal/home")) == "Added home: 1 event\n")
        #expect(
            try agenda("source", "add", folder.file("cal"), "--each") == "Added work: 1 event\n")
        #expect(try agenda("source", "add", folder.file("cal/home"), "--each").isEmpty)
        #expect(try agenda.failure("source", "add", folder.file("cal/home")).status == 1)
    }

    @Test("a folder of very many other files is added only when that is meant")
    func manyFiles() throws {
        _ = try folder.write("lunch.ics", Self.lunch)
        #expect(
            try shell("mkdir big; cp lunch.ics big; cd big; seq -f %.0f.txt 10001 | xargs touch")
                .status
                == 0)
        let refused = try agenda.failure("source", "add", folder.file("big"))
        #expect(refused.status == 1)
        #expect(
            refused.complaints
                == "\(folder.file("big")): more than 10000 files there are not calendars: "
                + "give the folder that holds the calendars, or give --large\n")
        #expect(
            try agenda("source", "add", folder.file("big"), "--large") == "Added big: 1 event\n")
    }
}

@Suite("Too little of what the system has")
struct ProcessLimitsTests {
    @Test(
        "is an error line, not a crash",
        arguments: [
            (
                "ulimit -n 4",
                "agenda: only 4 open files are allowed: raise the limit with ulimit -n 64\n"
            ),
            (
                "ulimit -n 7",
                "agenda: only 7 open files are allowed: raise the limit with ulimit -n 64\n"
            ),
            (
                "ulimit -n 15",
                "agenda: only 15 open files are allowed: raise the limit with ulimit -n 64\n"
            ),
            (
                "ulimit -v 160000",
                "agenda: only 156 MB of memory are allowed: raise the limit with ulimit -v unlimited\n"
            ),
        ])
    func limits(limit: String, line: String) throws {
        let result = try AgendaProcess().shell("\(limit); exec \"$0\" list Samples/team.ics")
        #expect(result == AgendaProcess.Result(output: "", complaints: line, status: 1))
    }

    /// A write to address 0 is how an allocation that fails ends: here it is sent.
    @Test("ends in the middle of the work with a line, not a crash, where memory is limited")
    func memoryRunsOut() throws {
        let folder = try ScratchFolder()
        let pipe = folder.file("lines")
        let result = try AgendaProcess().shell(
            """
            ulimit -v 1000000; mkfifo '\(pipe)'
            "$0" watch Samples/team.ics > '\(pipe)' & exec 3< '\(pipe)'; read -r line <&3
            kill -s SEGV $!; wait $!
            """)
        #expect(
            result
                == AgendaProcess.Result(
                    output: "",
                    complaints: "agenda: stopped, because only 976 MB of memory are allowed: "
                        + "raise the limit with ulimit -v unlimited\n",
                    status: 1))
    }
}
