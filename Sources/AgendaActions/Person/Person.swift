package import AgendaKit
package import ICalendar

/// Who asks: the clock, zone and language they go by, who they are, what they prefer, and where their calendars are.
///
/// A front end makes one, from its options, the environment and `config.toml`; everything below takes it and looks at
/// nothing else around it.
package struct Person: Sendable {
    /// The machine's clock, or the fixed one of `--now`.
    package var clock: any AgendaClock
    package var zone: TimeZoneRules
    /// Whether the zone is the system's, which may change.
    package var followsSystemZone = false
    /// What `config.toml` says.
    package var configuration: Configuration
    /// Where `config.toml` is, or would be; nil where there is no home.
    package var configurationFile = ConfigurationFile.path
    /// Their own addresses, in their order: what they have declined does not count.
    package var addresses: [String]
    /// How their words for days and times are understood.
    package var vocabulary: Vocabulary { language.map(Self.vocabulary) ?? .current }
    /// The language of their words, such as `de`; nil for that of the process's locale.
    package var language: String?
    /// The file of the database; nil where none is known.
    package var database: String?
    /// Their calendars that are no files of this machine.
    package var kept: (any KeptCalendars)?
    /// Who changes the store, which is open then; nil to open that of ``database`` for each change.
    package var editor: CalendarEditor?
    /// Tells others of their changes; nil where nobody does.
    package var desk: (any SchedulingDesk)?
    /// What their changes are to whoever follows the store.
    package var edits = ChangeOrigin.Kind.edit
    /// Whether only data and errors are to be told.
    package var isQuiet = false
    /// Hears what happens while something is done.
    package var report: any Report = NoReport()
    /// Chooses one of several items that words may mean, by its place; throws where nobody can be asked.
    package var choose: @Sendable (Candidates) throws -> Int = { candidates in
        throw CommandFailure.usage(
            "\(candidates.text): \(candidates.items.count) match: give an id")
    }
    /// Says how much of an item that repeats a verb is about, of some choices; throws where nobody can be asked.
    package var chooseScope: @Sendable (ScopeQuestion) throws -> RecurrenceScope = {
        throw $0.missing
    }
    /// Begins to ask whoever follows a database's files what has changed in them; the result gives the answer.
    package var freshness: @Sendable (_ database: String) -> () -> Freshness? = { _ in { nil } }

    /// A person who prefers nothing.
    package init(
        clock: any AgendaClock, zone: TimeZoneRules, configuration: Configuration = Configuration()
    ) {
        (self.clock, self.zone, self.configuration) = (clock, zone, configuration)
        addresses = configuration.me
    }

    /// Uses the options' values, otherwise the environment's, otherwise the configuration's.
    package init(
        timeZone: String?, now: String?, database: String? = nil,
        configuration: Configuration = .current
    ) throws(CommandFailure) {
        self.configuration = configuration
        if let timeZone {
            zone = try Environment.zone(named: timeZone, place: "--time-zone \(timeZone)")
        } else {
            zone = try Environment.displayZone(configuration)
        }
        followsSystemZone = timeZone == nil && Environment.hasNoZone(configuration)
        addresses =
            Environment.variable("AGENDA_ME").map {
                $0.split { $0 == "," || $0.isWhitespace }.map(String.init)
            } ?? configuration.me
        self.database = database ?? Environment.databasePath
        guard let now else {
            clock = SystemClock()
            return
        }
        // The window around the instant must lie within the years that an ISO date can express.
        guard let instant = Instant(rfc3339: now), (2...9_997).contains(instant.utc.date.year)
        else {
            throw .usage("--now: expected a time such as 2026-11-20T12:00:00+01:00, got '\(now)'")
        }
        clock = FixedClock(now: instant)
    }

    /// The day with which their weeks begin.
    package var firstWeekday: Weekday {
        configuration.weekStart ?? .first(locale: Environment.localeName(.time))
    }

    package var today: CivilDate { zone.wallTime(at: clock.now).date }

    /// Shows events, but not what they have declined, if it is to be left out.
    package func filter(leavingOutDeclined: Bool = true) -> EventFilter {
        var filter = EventFilter()
        if leavingOutDeclined { filter.me = Set(addresses) }
        if configuration.hasBrokenRules { filter.rules = nil }
        return filter
    }

    /// The file of the database.
    package func databasePath() throws(CommandFailure) -> String { try Self.path(of: database) }

    /// The path of a database; throws where none is known.
    package static func path(of database: String?) throws(CommandFailure) -> String {
        guard let database else { throw .failure("HOME is not set: give --database FILE") }
        return database
    }

    /// The context in which words are read.
    ///
    /// - Parameter zone: the event's own zone.
    package func words(in zone: TimeZoneRules) -> WordContext {
        var vocabulary = vocabulary
        vocabulary.has24Hours = configuration.clock == .hours24
        return WordContext(now: clock.now, zone: zone, vocabulary: vocabulary)
    }

    /// The hours in which they are to be found, and the days of the week.
    ///
    /// - Parameters:
    ///   - between: such hours as words, instead of those they prefer.
    ///   - weekends: whether all days count.
    /// - Returns: nil if the words are no hours.
    package func workingHours(between: String?, weekends: Bool) -> WorkingHours? {
        WorkingHours(
            words: between ?? configuration.workingHours ?? "9:00-17:00",
            weekdays: weekends
                ? Set(Weekday.allCases) : configuration.workingDays ?? WorkingHours.workweek)
    }

    /// The day that a person typed.
    ///
    /// - Parameters:
    ///   - option: the option's name, for the error message.
    ///   - start: the day from which the end of a range counts.
    package func day(
        _ text: String, option: String, from start: CivilDate? = nil
    ) throws(CommandFailure) -> CivilDate {
        do throws(DayArgument.Failure) {
            return try DayArgument(text).day(today: today, from: start)
        } catch {
            throw .usage("\(option) \(text): \(error.reason)")
        }
    }

    private static func vocabulary(_ language: String) -> Vocabulary {
        Vocabulary(language: language, dateOrder: .unknown)
    }
}
