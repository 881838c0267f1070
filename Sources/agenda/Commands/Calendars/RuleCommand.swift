import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct RuleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Hide, rename or recolour events of certain kinds.",
        discussion: """
            A rule says what lists, shared links and mirrors make of certain events; no text of a calendar \
            changes. Of all rules that match an event the later one decides each effect. Rules look at \
            what the calendars say, in each calendar that has the event, so that another calendar's copy \
            stands in for one that is hidden. To hide an event does not free its time: --no-busy does. \
            They are [[rules]] in config.toml.
            """,
        subcommands: [List.self, Add.self, Move.self, Remove.self, Test.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the rules, with how many events each matches in the 488 days.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let style = try TextStyle(option: options.color)
            let desk = try RuleDesk(person)
            let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
            let rules = try await desk.listed(in: reading.store)
            if options.json { return ListedRule.document(rules, zone: person.zone).flush() }
            guard !rules.isEmpty else {
                return Terminal.complain(
                    "agenda: no rules yet: add one with 'agenda rule add --summary TEXT --hide'")
            }
            var output = OutputBuffer()
            for rule in rules {
                let count: Message =
                    rule.matches.map { $0 == 1 ? "1 event" : "\($0) events" } ?? ""
                output.append(
                    safeLine: "\(rule.number)  \(rule.rule.line)  [\(style.text(count))]")
            }
            output.flush()
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a rule.",
            discussion: """
                All conditions must hold; of several values of one any. A text is the whole text, with * \
                for anything, or /.../: a regular expression that matches somewhere in it. Case and \
                accents do not count. Example: agenda rule add --calendar team --summary 'Lunch*' --hide
                """)

        @Option(help: .value("number", "Its place among the rules; by default the last."))
        var at: Int?

        @OptionGroup var rule: RuleOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let desk = try RuleDesk(try common.person())
            let rule = try rule.rule()
            var rules = desk.rules
            let place = at ?? rules.count + 1
            guard (1...rules.count + 1).contains(place) else {
                throw CommandFailure.usage("--at: expected a number from 1 to \(rules.count + 1)")
            }
            rules.insert(rule, at: place - 1)
            try await desk.changeAndKeep(to: rules)
            if !common.quiet { OutputBuffer.say("Added rule \(place): \(rule.line)") }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Put a rule elsewhere: the later one wins.")

        @Argument(help: "Its number.")
        var number: Int

        @Argument(help: "The number that it gets.")
        var to: Int

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let desk = try RuleDesk(try common.person())
            var rules = desk.rules
            let (from, place) = (
                try desk.index(number, place: "\(number)"), try desk.index(to, place: "\(to)")
            )
            rules.insert(rules.remove(at: from), at: place)
            if from != place { try await desk.changeAndKeep(to: rules) }
            if !common.quiet { OutputBuffer.say("Moved rule \(number) to \(to)") }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a rule.")

        @Argument(help: "Its number.")
        var number: Int

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let desk = try RuleDesk(try common.person())
            var rules = desk.rules
            let removed = rules.remove(at: try desk.index(number, place: "\(number)"))
            try await desk.changeAndKeep(to: rules)
            if !common.quiet { OutputBuffer.say("Removed rule \(number): \(removed.line)") }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Show what a rule would change in the 488 days; changes nothing.",
            discussion: "Takes a rule as 'agenda rule add' does, and tries it as the last one.")

        @Flag(help: .shared("Print one JSON document."))
        var json = false

        @OptionGroup var rule: RuleOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let desk = try RuleDesk(person)
            let rule = try rule.rule()
            let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
            let changes = try await desk.effect(of: desk.rules + [rule], in: reading.store)
            if json { return RuleChange.document(changes, zone: person.zone).flush() }
            let times = TimeText(zone: person.zone)
            func line(_ event: AgendaEvent) -> String {
                let title = event.summary ?? ""
                let facts = [event.calendar] + event.categories + (event.makesBusy ? [] : ["free"])
                return "\(times.when(event.span))  \(title)  [\(facts.joined(separator: ", "))]"
            }
            var output = OutputBuffer()
            for change in changes {
                if let before = change.before { output.append(safeLine: "- \(line(before))") }
                if let after = change.after { output.append(safeLine: "+ \(line(after))") }
            }
            output.flush()
            if !common.quiet {
                Terminal.complain(
                    changes.count == 1
                        ? "rule: 1 event looks otherwise"
                        : "rule: \(changes.count) events look otherwise")
            }
        }
    }
}

extension RuleDesk {
    /// Makes other rules count, and requires a backup of that.
    fileprivate func changeAndKeep(to new: [Rule]) async throws {
        try await change(to: new)?.editor.importer.requireBackup(person.report)
    }
}

extension Rule {
    /// `calendar = "team", summary = "Lunch*": hide = true`.
    fileprivate var line: String {
        let entries = RuleSettings.entries(of: self)
        func text(_ isWanted: (Key) -> Bool) -> String {
            entries.filter { Key(rawValue: $0.key).map(isWanted) ?? false }
                .map { "\($0.key) = \($0.value.text)" }.joined(separator: ", ")
        }
        return text(\.isCondition) + ": " + text { !$0.isCondition }
    }
}
