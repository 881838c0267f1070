import Foundation
import Testing

@testable import AgendaActions
@testable import agenda

@Suite("An event by its id or by words")
struct EventChoiceTests {
    private func agenda() throws -> StoreProcess {
        let agenda = try StoreProcess()
        try agenda("add", "Dentist tomorrow 9:00-10:00", "--quiet")
        try agenda("add", "Lunch with Kim friday 12:30-13:30 @ Cafe Nord", "--quiet")
        try agenda(
            "add", "Budget 2026-11-25 12:00-12:30", "--description", "lunch later", "--quiet")
        try agenda(
            "add", "Standup 2026-11-20 13:30-13:45", "--every", "day", "--count", "5", "--quiet")
        return agenda
    }

    private func titles(_ agenda: StoreProcess) throws -> [String] {
        try agenda("list", "--days", "10", "--format", "{date} {summary}")
            .split(separator: "\n").map(String.init)
    }

    @Test(
        "words of the title, in any order and case; the description counts where no title matches")
    func words() throws {
        let agenda = try agenda()
        #expect(try agenda("show", "dentist").hasPrefix("Dentist\n"))
        #expect(try agenda("show", "KIM", "lunch").hasPrefix("Lunch with Kim\n"))
        #expect(try agenda("show", "kim lunch").hasPrefix("Lunch with Kim\n"))
        #expect(try agenda("show", "lunch").hasPrefix("Lunch with Kim\n"))
        #expect(try agenda("show", "cafe").hasPrefix("Lunch with Kim\n"))
        #expect(try agenda("show", "later").hasPrefix("Budget\n"))
        let none = try agenda.failure("show", "holiday")
        #expect(none.status == 1)
        #expect(
            none.complaints
                == "holiday: no event matches: see 'agenda list --ids'\n")
    }

    @Test("a title's words are found however they are joined, where none matches as it is written")
    func spelling() throws {
        let agenda = try StoreProcess()
        try agenda("add", "Stand-up tomorrow 9:00", "--every", "day", "--count", "3", "--quiet")
        try agenda("add", "Kickoff party tomorrow 19:00", "--quiet")
        try agenda(
            "add", "Gym tomorrow 7:00", "--description", "let us warm up and check in", "--quiet")
        for words in ["standup", "stand up", "stand-up", "STANDUP"] {
            #expect(try agenda("show", words).hasPrefix("Stand-up\n"), "\(words)")
        }
        #expect(try agenda("show", "kick-off").hasPrefix("Kickoff party\n"))
        #expect(try agenda("show", "party", "kick", "off").hasPrefix("Kickoff party\n"))
        // Titles alone: a description says many things.
        #expect(try agenda.failure("show", "warmup").status == 1)
        #expect(try agenda.failure("show", "standdown").status == 1)
        try agenda("delete", "standup", "2026-11-22", "--scope", "this", "--quiet")
        #expect(
            try agenda("list", "--days", "9", "--format", "{date} {summary}").split(separator: "\n")
                .filter { $0.hasSuffix("Stand-up") }
                == ["2026-11-21 Stand-up", "2026-11-23 Stand-up"])
        // What is written so wins.
        try agenda("add", "Standup comedy tomorrow 20:00", "--quiet")
        #expect(try agenda("show", "standup").hasPrefix("Standup comedy\n"))
    }

    @Test("a day last names one instance, which is deleted alone")
    func day() throws {
        let agenda = try agenda()
        try agenda("delete", "standup", "tomorrow", "--scope", "this")
        try agenda("delete", "standup 2026-11-23", "--scope", "this")
        #expect(
            try titles(agenda).filter { $0.hasSuffix("Standup") } == [
                "2026-11-20 Standup", "2026-11-22 Standup", "2026-11-24 Standup",
            ])
        let none = try agenda.failure("delete", "standup", "2026-11-23", "--scope", "this")
        #expect(none.status == 1)
        #expect(none.complaints.hasPrefix("standup 2026-11-23: no event matches"))
    }

    @Test("several matches are refused with their ids, and nothing is changed")
    func several() throws {
        let agenda = try agenda()
        try agenda("add", "Dentist for Mia monday 15:00-16:00", "--quiet")
        let before = try titles(agenda)
        let refused = try agenda.failure("delete", "dentist")
        #expect(refused.status == 64)
        let lines = refused.complaints.split(separator: "\n")
        #expect(lines.first == "dentist: 2 events match: give an id")
        try #require(lines.count == 3)
        #expect(lines[1].hasSuffix("  Sat 2026-11-21  09:00-10:00  Dentist"))
        #expect(lines[2].hasSuffix("  Mon 2026-11-23  15:00-16:00  Dentist for Mia"))
        #expect(try titles(agenda) == before)
        // The id that it names is enough.
        let id = try #require(lines[1].split(separator: " ").first)
        #expect(try agenda("delete", String(id)).hasPrefix("Deleted Dentist, Sat"))
        #expect(try agenda("show", "dentist").hasPrefix("Dentist for Mia\n"))
    }

    @Test("a title that ends in a day is not taken for another event's day")
    func titleOfDay() throws {
        let agenda = try agenda()
        try agenda("add", "--summary", "Budget tomorrow", "--start", "2026-11-28", "--quiet")
        try agenda("add", "Budget 2026-11-21 8:00-9:00", "--quiet")
        let refused = try agenda.failure("delete", "budget", "tomorrow")
        #expect(refused.status == 64)
        #expect(refused.complaints.hasPrefix("budget tomorrow: 2 events match"))
    }

    @Test("a series without a day: this and future are refused, all is meant as it is")
    func series() throws {
        let agenda = try agenda()
        let refused = try agenda.failure("delete", "standup", "--scope", "this")
        #expect(refused.status == 64)
        #expect(refused.complaints.contains("add a day"))
        try agenda("delete", "standup", "--scope", "all")
        #expect(try titles(agenda).allSatisfy { !$0.hasSuffix("Standup") })
    }

    @Test("list --ids: short ids, of which each names its event again; JSON stays as it is")
    func ids() throws {
        let agenda = try agenda()
        let lines = try agenda("list", "--ids").split(separator: "\n").filter { $0.hasPrefix("  ") }
        let full = try agenda("list", "--format", "{id} {summary}").split(separator: "\n")
        #expect(lines.count == full.count)
        for (line, whole) in zip(lines, full) {
            let id = try #require(line.split(separator: " ").first.map(String.init))
            let parts = id.split(separator: "-")
            #expect(parts[0].count == 4)
            #expect(whole.hasPrefix(parts[0]))
            if parts.count == 2 { #expect(parts[1].count == 8) }
            let shown = try agenda("show", id, "--json")
            #expect(shown.contains("\"id\":\"\(whole.prefix { $0 != " " })\""))
        }
        #expect(try agenda("list", "--ids", "--json") == agenda("list", "--json"))
        let found = try agenda("search", "dentist", "--ids")
        let dentist = try #require(lines.first { $0.hasSuffix("Dentist") })
        let id = try #require(dentist.split(separator: " ").first)
        #expect(found == "Sat 2026-11-21  \(id)  09:00-10:00  Dentist\n")
    }

    @Test("an id and a day name the instance of that day")
    func idAndDay() throws {
        let agenda = try agenda()
        let id = try #require(
            try agenda("list", "--format", "{id} {summary}").split(separator: "\n")
                .first { $0.hasSuffix("Standup") })
        let shown = try agenda("show", String(id.prefix(12)) + " ", "monday", "--json")
        #expect(shown.contains("\"start\":\"2026-11-23T13:30:00+01:00\""))
    }

    @Test(
        "what may be an id",
        arguments: [
            ("9f3a", true), ("9f3a51c07b2e", true), ("9f3a-20261120", true), ("dad", true),
            ("9f3a51c07b2e-20261120T083000Z", true), ("lunch", false), ("9f3a-tomorrow", false),
            ("9f3a51c07b2e0", false), ("", false), ("-", false),
        ])
    func names(_ text: String, _ expected: Bool) { #expect(OccurrenceName.isOne(text) == expected) }

    @Test("words are parted from paths")
    func paths() {
        let divided = PathArgument.divided(["kim", "lunch", "team.ics", "./x", "-"])
        #expect(divided.words == ["kim", "lunch"])
        #expect(divided.paths == ["team.ics", "./x", "-"])
        let id = PathArgument.divided(["9f3a51c07b2e", "folder"])
        #expect(id.words == ["9f3a51c07b2e"] && id.paths == ["folder"])
    }
}
