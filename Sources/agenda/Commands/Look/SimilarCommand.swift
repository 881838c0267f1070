import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

struct SimilarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "similar",
        abstract: "List events of different calendars that are likely the same, with why.",
        discussion: """
            Copies with one UID are one event by themselves. This lists events of different UIDs that take place at the \
            same times in different calendars, and whose titles and places are nearly the same, the surest first: \
            'agenda same ID ID' makes them one, 'agenda same --not ID ID' takes them off the list. A title that many \
            events have, such as Lunch, needs the same place, organizer, address or description besides.
            It looks at the days of 'agenda timeline', and changes nothing.
            """)

    @OptionGroup var options: ReportOptions

    func run() async throws {
        let (style, person) = (
            try TextStyle(option: options.color), try options.common.person()
        )
        let reading = try await OpenCalendars.open([], person)
        let pairs = try await reading.store.provider(person).similar()
        let list = SimilarList(pairs: pairs, zone: person.zone)
        if options.json {
            list.document().flush()
        } else if !pairs.isEmpty {
            let ids = try ListedIDs(pairs.flatMap { [$0.first, $0.second] }, in: reading.store)
            Pager.show(list.text(ids: ids, style: style))
        } else if !person.isQuiet {
            OutputBuffer.say("No events are likely the same")
        }
        try reading.finish(quiet: options.common.quiet)
    }
}
