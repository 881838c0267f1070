import AgendaWords
import Foundation
import Testing
@testable import AgendaAdopt
@testable import AgendaActions

@testable import agenda

@Suite("khal's configuration")
struct KhalPlanTests {
    @Test(
        "sections, quotes, lists, comments and texts over several lines are read as configobj does")
    func syntax() throws {
        let file = try ConfigObj(
            """
            # a comment
            top = 1
            [calendars] # another
              [["my home"]]
                path = "~/a # b"  # c
                addresses = a@x.org, 'b@x.org',
                empty =
                color = #aabbcc
              [[work]]
                path = ~/work
            [view]
            format = '''one
            two'''
            """)
        #expect(
            file.sections.map(\.path) == [
                ["calendars"], ["calendars", "my home"], ["calendars", "work"], ["view"],
            ])
        let home = ["calendars", "my home"]
        #expect(file.entry("top", in: [])?.values == ["1"])
        #expect(file.entry("path", in: home)?.text == "~/a # b")
        #expect(file.entry("addresses", in: home)?.values == ["a@x.org", "b@x.org"])
        #expect(file.entry("empty", in: home)?.values == [])
        // khal's documentation: without quotes this is a comment.
        #expect(file.entry("color", in: home)?.values == [])
        #expect(file.entry("format", in: ["view"])?.text == "one\ntwo")
        #expect(file.entry("format", in: ["view"])?.line == 12)
    }

    @Test(
        "a broken line is named with its number",
        arguments: [
            ("[calendars\n", 1, "expected as many ] as [ after the name"),
            ("[a]\n[[[b]]]\n", 2, "[b] has no section above it: write it with fewer brackets"),
            ("[a]\nword\n", 2, "expected name = value, [section] or # comment"),
            ("a = 1\n\na = 2\n", 3, "a stands twice: leave one out"),
            ("[a]\n[b]\n[a]\n", 3, "[a] appears twice: join the two"),
            ("a = \"x\n", 1, "missing \" at the end of the text"),
            ("a = 'x' y\n", 1, "only a comma or # may follow a text in quotes"),
            ("\na = '''x\n", 2, "missing ''' at the end of the text"),
        ])
    func broken(_ text: String, _ line: Int, _ reason: String) {
        #expect(throws: AdoptionFailure(line: line, reason: Message(stringLiteral: reason))) {
            try ConfigObj(text)
        }
    }

    @Test(
        "colours by name, number of the terminal, and in three forms of digits",
        arguments: [
            ("dark green", "#00cd00"), ("white", "#e5e5e5"), ("light gray", "#ffffff"),
            ("9", "#ff0000"), ("16", "#000000"), ("208", "#ff8700"), ("231", "#ffffff"),
            ("232", "#080808"), ("255", "#eeeeee"), ("#f80", "#ff8800"), ("#4169e1", "#4169e1"),
            ("#4169e1ff", "#4169e1"), ("pink", nil), ("256", nil), ("#12345", nil), ("", nil),
        ] as [(String, String?)])
    func colors(_ name: String, _ css: String?) {
        #expect(KhalColor.css(name) == css)
    }

    @Test("calendars, birthdays and found folders become sources; settings get our names")
    func plan() throws {
        let folder = try ScratchFolder()
        for name in ["cal/one", "cal/two/deep", "cal/.hidden"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        // A link that leads back to where it stands must end.
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("cal/two/back"), withDestinationPath: folder.file("cal"))
        _ = try folder.write("cal/one/displayname", "Sports\n")
        _ = try folder.write("cal/one/color", "#FF8800\n")
        let file = try ConfigObj(
            """
            [calendars]
            [[home]]
            path = /srv/home/
            color = 9
            addresses = kim@x.org
            [[cards]]
            path = /srv/cards
            type = birthdays
            [[found]]
            path = \(folder.path)/cal/**
            type = discover
            color = yellow
            readonly = yes
            [default]
            default_calendar = Sports
            timedelta = 7d
            [locale]
            local_timezone = Europe/Berlin
            default_timezone = Europe/Berlin
            timeformat = %I:%M %p
            dateformat = %d.%m.
            firstweekday = 0
            """)
        let plan = KhalPlan(file, path: "config").plan
        let found = [
            AdoptionPlan.Folder(
                name: "Sports", path: folder.file("cal/one"), color: "#FF8800", isWritable: false),
            AdoptionPlan.Folder(
                name: "deep", path: folder.file("cal/two/deep"), color: "#ffff00",
                isWritable: false),
        ]
        #expect(
            plan.folders == [
                .init(name: "home", path: "/srv/home", color: "#ff0000"),
                .init(name: "cards", path: "/srv/cards", isWritable: false, hasContacts: true),
            ] + found)
        #expect(plan.defaultFolder == found[0])
        let settings = plan.settings.map { "\($0.key.rawValue) = \($0.value.text)" }
        #expect(
            settings == [
                "me = [\"kim@x.org\"]", "time-zone = \"Europe/Berlin\"", "time-format = \"12h\"",
                "date-format = \"%d.%m.\"", "week-start = \"monday\"",
                "default-command = \"list --days 7\"",
            ])
        #expect(plan.remarks.isEmpty && plan.faults.isEmpty)
    }

    @Test("what is wrong is named with its line and left out; the rest is kept")
    func faults() throws {
        let file = try ConfigObj(
            """
            [calendars]
            [[a]]
            color = red
            [[b]]
            path = /srv/b
            color = pinkish
            [[c]]
            path = /srv/c
            readonly = perhaps
            [[d]]
            path = /srv/d
            type = file
            [[e]]
            path = /nonexistent/*
            type = discover
            [default]
            default_calendar = z
            [locale]
            local_timezone = Europe/Berln
            """)
        let plan = KhalPlan(file, path: "khal.conf").plan
        #expect(plan.folders == [.init(name: "b", path: "/srv/b")])
        #expect(
            plan.faults.map { $0.text(in: .english) } == [
                "khal.conf:2: [[a]] has no path: left out",
                "khal.conf:6: color = pinkish: khal has no such colour: left out",
                "khal.conf:9: readonly = perhaps: write True or False; [[c]] is left out",
                "khal.conf:10: [[d]]: type = file: expected calendar, birthdays or discover: left out",
                "khal.conf:14: path = /nonexistent/*: no such folder: left out",
                "khal.conf:19: local_timezone = Europe/Berln: no such time zone: left out",
                "khal.conf:17: default_calendar = z: no such calendar",
            ])
    }

    @Test("a name that is taken, or the store's own, gets a number")
    func names() {
        #expect(AdoptionRun.unique("home", among: ["work"]) == "home")
        #expect(AdoptionRun.unique("home", among: ["home", "home-2"]) == "home-3")
        #expect(AdoptionRun.unique("local", among: []) == "local-2")
    }
}
