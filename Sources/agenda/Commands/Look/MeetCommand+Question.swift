import AgendaActions
import AgendaKit
import AgendaSync
import ICalendar

extension MeetCommand {
    /// What the options ask; refuses those that make no sense together.
    func question(
        _ person: Person, form: OutputForm
    ) throws(CommandFailure) -> MeetingQuestion {
        if case .lines = form {
            throw .usage("--format cannot be used with agenda meet, which prints times")
        }
        guard propose != nil || (output == nil && summary == nil) else {
            throw .usage("--output and --summary need --propose")
        }
        guard output != nil || summary == nil else { throw .usage("--summary needs --output") }
        guard propose == nil || limit == nil else {
            throw .usage("--limit cannot be combined with --propose")
        }
        guard output != "-" || form == .text else {
            throw .usage("--output - cannot be combined with --json, --jsonl or --tsv")
        }
        let proposed = try number(propose, "--propose")
        let listed = try number(limit, "--limit")
        var question = MeetingQuestion(
            dates: try range.dates(person), zone: person.zone, hours: try slot.hours(person),
            length: try slot.seconds(),
            limit: proposed ?? listed ?? 10, countsWholeDays: !allDayFree)
        let people = try PersonArgument.people(with)
        question.names = people.map(\.name)
        let zones = try zones(of: question.names)
        let look = SingleFetch(
            configuration: CurlExchange.Configuration(agent: OnlineAccess.agent),
            limits: try limits(), http: HTTPClient { person.clock.now },
            settings: try feedSettings(people.flatMap(\.calendars)),
            now: { person.clock.now })
        for (name, calendars) in people {
            question.calendars += calendars.map {
                PersonCalendar(
                    argument: $0, name: name, person: person, zone: zones[name],
                    window: question.window, countsWholeDays: !allDayFree, look: look)
            }
        }
        return question
    }

    /// What proves who asks: to one server alone, as nobody else is to see it.
    private func feedSettings(
        _ calendars: [PersonArgument]
    ) throws(CommandFailure) -> FeedSettings {
        var settings = FeedSettings()
        guard secret.areGiven else { return settings }
        let hosts = Set(calendars.filter(\.isAddress).map { SingleFetch.host(of: $0.place) })
        guard hosts.count == 1 else {
            throw .usage(
                "--user, --password-file and their like are for one server: --with names \(hosts.count)"
            )
        }
        try secret.apply(to: &settings)
        return settings
    }

    private func number(_ text: String?, _ option: String) throws(CommandFailure) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), (1...1_000).contains(number) else {
            throw .usage("\(option) must be a number from 1 to 1000, not '\(text)'")
        }
        return number
    }

    private func zones(of names: [String]) throws(CommandFailure) -> [String: TimeZoneRules] {
        var zones: [String: TimeZoneRules] = [:]
        for text in zone {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, names.contains(parts[0]) else {
                throw .usage(
                    "--zone: expected the name of one of --with and its zone, such as anna=Asia/Tokyo, got '\(text)'"
                )
            }
            zones[parts[0]] = try Environment.zone(named: parts[1], place: "--zone \(text)")
        }
        return zones
    }

    private func limits() throws(CommandFailure) -> HTTPLimits {
        let text = timeout ?? "30s"
        guard let seconds = CalendarDuration.seconds(text), (1...3_600).contains(seconds) else {
            throw .usage("--timeout: expected a duration such as 20s or 2m, got '\(text)'")
        }
        var limits = HTTPLimits.feed
        limits.deadline = seconds
        limits.connecting = min(limits.connecting, seconds)
        return limits
    }
}
