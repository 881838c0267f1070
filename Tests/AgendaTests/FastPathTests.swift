import AgendaActions
import AgendaKit
import ArgumentParser
import AgendaWords
import Foundation
import ICalendar
import Testing

@testable import agenda

@Suite("Commands that need no parser")
struct FastPathTests {
    /// Arguments of reading commands as people write them.
    private static let plain: [String] = {
        let options = [
            "", "--json", "--jsonl", "--tsv", "--quiet", "-q", "--calendar Work", "--calendar=Work",
            "--calendar Work --calendar Home", "--not-calendar Work", "--time-zone Asia/Tokyo",
            "--database a.db --now 2026-11-20T12:00:00Z --json", "--attendee kim@example.org",
            "--category team --category home", "--status confirmed", "--fold-similar",
            "--format {date}", "--color never --no-pager",
        ]
        // The groups of options are the same everywhere; to read them takes the parser a second in a build for debugging.
        return options.map { "list \($0)" } + [
            "week --json --calendar Work", "month --tsv -q", "next --format {minutes} --quiet",
            "show tea --json",
            "search tea --jsonl --not-calendar Work", "free --json --color never",
            "conflicts --tsv --status confirmed",
            "timeline --jsonl --category team", "week", "month", "next", "show tea", "search tea",
            "free", "conflicts",
            "timeline",
            "", "--json", "today", "tomorrow --ids", "friday", "Friday", "today tomorrow",
            "tomorrow 3d",
            "list friday to monday", "list next week", "list --json a.ics", "list a.ics b.ics",
            "list --ids --from tomorrow --days 3", "list today --to=friday", "list --from=-2w",
            "list --week",
            "week next", "week --list a.ics --ids", "month december", "month december a.ics",
            "month --weeks",
            "month --week-start sunday --list --ids", "next --days 3 --all-day --ids",
            "next --me a --me b",
            "show tea tomorrow", "show a.ics", "search two words --limit 3",
            "search tea --on friday --ids",
            "search --path a.ics --path b.ics tea", "search tea --from today --to friday", "search",
            "free --for 45m --between 8:00-12:00 --weekends",
            "free tomorrow --with Asia/Tokyo --with UTC",
            "free --all-day-busy --me a", "conflicts tomorrow 3d --ids --all-day-busy",
            "timeline --ids", "week 2026-12-24", "list 2026-12-24 --week", "list --format={date}",
            "next a.ics",
            "timeline a.ics b.ics", "conflicts a.ics", "free a.ics", "list tomorrow a.ics",
            "month 2026-12 --list",
            "search tea --limit=3", "list a.ics --ids --quiet b.ics", "show tea --calendar=Work",
            "week last --jsonl", "week --ids --color always", "month --json", "month +1 --jsonl",
            "month last --tsv", "next --json", "next --tsv --days 1", "next --jsonl --all-day",
            "show 1a2b3c --jsonl",
            "search tea --tsv", "search tea --json --path a.ics", "free --tsv",
            "free friday --jsonl", "conflicts --json --days 3",
            "conflicts --from today --to friday", "timeline --json --calendar Work",
            "timeline --format {summary}",
            "yesterday --tsv", "monday --json", "source add a.ics",
            "source add calendars --each --color red -q --name=Team --database a.db",
            "source add --together --large --writable calendars",
        ]
    }()

    @Test("their options have the values that the parser gives them", arguments: plain)
    func values(_ line: String) async throws {
        let arguments = line.split(separator: " ").map(String.init)
        let command = try #require(FastPath.command(arguments))
        let parsed = try await Agenda.parsed(arguments)
        #expect("\(command)" == "\(parsed)")
    }

    @Test(
        "what may be wrong, and all other commands, are left to it",
        arguments: [
            ["show"], ["a.ics"], ["lunch"], ["--help"], ["--version"], ["list", "-h"],
            ["add", "Lunch"], ["source", "add"], ["source", "add", "a.ics", "b.ics"],
            ["source", "add", "https://example.org/a.ics", "--interval", "1h"],
            ["source", "add", "a", "--user", "b"],
            ["source", "list"], ["help"], ["--now"], ["--now", "--json"], ["--json", "--json"],
            ["--now", "a", "--now", "b"], ["--", "list"], [""], ["list", ""], ["list", "-"],
            ["list", "--calendar"], ["list", "--calendar", "--json", "Work"],
            ["list", "--calendar="],
            ["list", "--ids=true"], ["list", "--days", "-3"], ["list", "--jso"], ["list", "-qh"],
            ["week", "--days", "3"], ["next", "--from", "today"], ["list", "--calendar", "-x"],
        ])
    func others(_ arguments: [String]) {
        #expect(FastPath.command(arguments) == nil)
    }

    @Test("it knows each option of its commands, and no other")
    func options() throws {
        let names = [
            "list", "week", "month", "next", "show", "search", "free", "conflicts", "timeline",
        ]
        let dump = try AgendaProcess().run(["--experimental-dump-help"])
        let json = try JSONSerialization.jsonObject(with: Data(dump.output.utf8))
        let whole = try #require((json as? [String: Any])?["command"] as? [String: Any])
        let commands = try #require(whole["subcommands"] as? [[String: Any]])
        for name in names {
            let type = try #require(FastPath.command(named: name))
            #expect(type._commandName == name)
            var words = PlainWords([])
            _ = type.init(&words)
            let command = try #require(commands.first { $0["commandName"] as? String == name })
            let arguments = try #require(command["arguments"] as? [[String: Any]])
            let options = arguments.flatMap { $0["names"] as? [[String: String]] ?? [] }.compactMap
            {
                guard let name = $0["name"], let kind = $0["kind"] else { return nil as String? }
                return (kind == "long" ? "--" : "-") + name
            }
            #expect(Set(words.options) == Set(options).subtracting(["--help", "-h", "--version"]))
        }
    }

    @Test("a length such as 30m means the same in each language", arguments: Language.all)
    func lengths(_ language: Language) throws {
        for (text, seconds) in [
            ("1m", 60), ("30m", 1_800), ("999m", 59_940), ("2h", 7_200), ("72h", 259_200),
        ] {
            #expect(CalendarDuration.seconds(text) == seconds)
            let read = try #require(
                CalendarDuration(words: text, vocabulary: Vocabulary(language: language.code)))
            #expect(read.days * 86_400 + read.seconds == seconds)
        }
        for text in ["0m", "+5m", "05m", "m", "-5m", "1.5h", "3x", "", "٣m"] {
            #expect(CalendarDuration.seconds(text) == CalendarDuration.seconds(" " + text))
        }
    }

    @Test("a day's English name means the same in the vocabulary of each language")
    func days() {
        let words = [
            "today", "tomorrow", "yesterday", "monday", "tuesday", "wednesday", "thursday",
            "friday",
            "saturday", "sunday",
        ]
        for word in words {
            let day = DayWords(english: word)
            #expect(day != nil)
            for language in Language.all {
                #expect(DayWords(word, vocabulary: Vocabulary(language: language.code)) == day)
            }
            for locale in ["hu_HU.UTF-8", "fr_FR.UTF-8", "cs_CZ.UTF-8", "en_US.UTF-8"] {
                #expect(DayWords(word, vocabulary: Vocabulary(locale: locale)) == day)
            }
        }
        for word in [
            "wed", "sat", "days", "week", "tomorrow ", "", "mon", "the day after tomorrow",
        ] {
            #expect(DayWords(english: word) == nil)
        }
    }

    @Test("one that has imported much leaves no long log for the next one to read")
    func log() throws {
        let folder = try ScratchFolder()
        var agenda = AgendaProcess()
        agenda.environment = ["XDG_DATA_HOME": folder.path]
        func calendar(_ count: Int) -> String {
            let text = String(repeating: "long ", count: 400)
            let events = (0..<count).map {
                "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:e\r\nDESCRIPTION:\(text)\r\nEND:VEVENT\r\n"
            }
            return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
        }
        _ = try agenda.run(["source", "add", try folder.write("a.ics", calendar(1))])
        _ = try folder.write("a.ics", calendar(1_000))
        let listed = try agenda.run(["list", "--now", "2026-11-20T12:00:00+01:00"])
        // A line for the day.
        #expect(listed.output.split(separator: "\n").count == 1_001)
        let log = folder.path + "/agenda/agenda.db-wal"
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        #expect((size ?? 0) < 1 << 20)
    }
}
