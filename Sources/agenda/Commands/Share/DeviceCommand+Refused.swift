import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaService
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

extension DeviceCommand {
    struct Refused: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refused",
            abstract:
                "List what devices sent and was not taken, because the event had changed meanwhile.",
            discussion: "Of the last 30 days, the newest first. --json has the texts.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let bodies = try RefusedBodies(of: options.common).all(at: person.clock.now)
            if options.json { return bodies.document(zone: person.zone).flush() }
            let style = try TextStyle(option: options.color)
            var output = OutputBuffer()
            for body in bodies { output.append(body.line(style, person.zone) + "\n") }
            Pager.show(output)
        }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "take", abstract: "Store what a device sent, after all.",
            discussion: """
                The event becomes what was sent, and devices get that. 'agenda undo' takes it back.
                """)

        @Argument(help: "The numbers that 'agenda device refused' shows.")
        var number: [Int64]

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let refused = try RefusedBodies(of: common)
            let bodies = try refused.choose(number, at: person.clock.now)
            let editor = try await StoreAccess.openExisting(person).editor(person)
            for body in bodies {
                let change = try await editor.restore(body.body, to: body.calendar)
                // Stored first: what cannot be forgotten is taken twice, which changes nothing.
                try refused.forget(body.id)
                if !common.quiet { HistoryList.sayRestored(change) }
            }
            try await editor.importer.requireBackup(person.report)
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Forget what a device sent and was not taken.")

        @Argument(help: "The numbers that 'agenda device refused' shows.")
        var number: [Int64]

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let refused = try RefusedBodies(of: common)
            for body in try refused.choose(number, at: try common.person().clock.now) {
                try refused.forget(body.id)
            }
        }
    }
}

extension RefusedBodies {
    fileprivate init(of common: CommonOptions) throws {
        self.init(try ServiceDatabase(of: common))
    }

    /// Those of these numbers.
    fileprivate func choose(_ numbers: [Int64], at now: Instant) throws -> [Body] {
        let bodies = try all(at: now)
        return try numbers.map { number in
            guard let body = bodies.first(where: { $0.id == number }) else {
                throw CommandFailure.failure(
                    "\(number): is not among what was refused: see 'agenda device refused'")
            }
            return body
        }
    }
}

extension RefusedBodies.Body {
    /// `12  2026-11-20 12:00  phone  Review  [work]`.
    fileprivate func line(_ style: TextStyle, _ zone: TimeZoneRules) -> String {
        let time = style.words.text(zone.wallTime(at: self.time))
        let place = style.dimmed("[" + style.safe(calendar) + "]")
        return "\(id)  \(time)  \(style.safe(device))  \(style.safe(title ?? name))  \(place)"
    }
}
