import AgendaActions
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Times that the service changes")
struct EventTimesTests {
    private func patched(_ bench: ServiceBench, _ id: String, _ json: String) async throws
        -> [String]
    {
        let target = "/v1/events/\(id)"
        let tag = try #require(await bench.get(target).fields["ETag"])
        let answer = await bench.ask(
            "PATCH", target + "?dryRun=true&scope=all", json, fields: ["If-Match": tag])
        let change = try #require(answer.json["change"] as? [String: Any], "\(answer.text)")
        let operations = try #require(change["operations"] as? [[String: Any]])
        let text = try #require(operations.first?["after"] as? String)
        return text.split(whereSeparator: \.isNewline).map(String.init).filter {
            $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") || $0.hasPrefix("DURATION")
        }
    }

    private func added(_ bench: ServiceBench, _ json: String) async throws -> String {
        let answer = await bench.ask("POST", "/v1/events", json)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"] as? String)
    }

    private static let night =
        #"{"summary": "Night", "start": "2026-12-20T22:00:00", "end": "2026-12-21T04:00:00"}"#
    private static let film =
        #"{"summary": "Film", "start": "2026-12-20T22:00:00", "end": "2026-12-21T00:00:00"}"#

    @Test(
        "a change of times means what the same edit means to the command",
        arguments: [
            // Clocks go forward on 2027-03-28 and back on 2027-10-31: the clock's distance stays.
            (night, #"{"start": "2027-03-27T22:00:00"}"#, "20270327T220000", "20270328T040000"),
            (night, #"{"start": "2027-10-30T22:00:00"}"#, "20271030T220000", "20271031T040000"),
            (film, #"{"rules": ["FREQ=WEEKLY;BYDAY=WE"]}"#, "20261223T220000", "20261224T000000"),
        ])
    func berlin(event: String, json: String, start: String, end: String) async throws {
        let bench = try ServiceBench()
        let id = try await added(bench, event)
        #expect(
            try await patched(bench, id, json) == [
                "DTSTART;TZID=Europe/Berlin:\(start)", "DTEND;TZID=Europe/Berlin:\(end)",
            ])
    }

    @Test("until midnight is one whole day")
    func wholeDay() async throws {
        let bench = try ServiceBench()
        let id = try await added(bench, Self.film)
        #expect(
            try await patched(bench, id, #"{"allDay": true}"#) == [
                "DTSTART;VALUE=DATE:20261220", "DTEND;VALUE=DATE:20261221",
            ])
    }

    @Test("a zone alone keeps the clock, and a time beside it is of that zone")
    func zone() async throws {
        let bench = try ServiceBench()
        let id = try await added(bench, Self.film)
        #expect(
            try await patched(bench, id, #"{"timeZone": "America/New_York"}"#) == [
                "DTSTART;TZID=America/New_York:20261220T220000",
                "DTEND;TZID=America/New_York:20261221T000000",
            ])
        #expect(
            try await patched(
                bench, id, #"{"timeZone": "America/New_York", "start": "2027-01-10T10:00:00"}"#)
                == [
                    "DTSTART;TZID=America/New_York:20270110T100000",
                    "DTEND;TZID=America/New_York:20270110T120000",
                ])
    }

    @Test("an end in the hour that comes twice is exact, and of a series a length")
    func fold() async throws {
        let bench = try ServiceBench()
        let id = try await added(
            bench,
            #"{"summary": "Tea", "start": "2027-10-31T02:30:00+02:00", "end": "2027-10-31T02:45:00+02:00"}"#
        )
        #expect(
            try await patched(bench, id, #"{"end": "2027-10-31T02:30:00+01:00"}"#) == [
                "DTSTART;TZID=Europe/Berlin:20271031T023000", "DTEND:20271031T013000Z",
            ])
        #expect(
            try await patched(
                bench, id,
                #"{"end": "2027-10-31T02:30:00+01:00", "rules": ["FREQ=WEEKLY"]}"#) == [
                    "DTSTART;TZID=Europe/Berlin:20271031T023000", "DURATION:PT1H",
                ])
        // In words, too.
        let weekly = try await added(
            bench, #"{"words": "Shift 2027-03-27 22:00 for 8h every week"}"#)
        let days = await bench.get("/v1/events?from=2027-04-03&days=1").json["events"]
        let shift = try #require((days as? [[String: Any]])?.first)
        #expect(shift["end"] as? String == "2027-04-04T06:00:00+02:00", "\(weekly)")
    }
}

@Suite("What the user prefers")
struct PreferenceTests {
    private func bench() throws -> ServiceBench {
        var preferences = Configuration()
        (preferences.calendar, preferences.workingHours) = ("LOCAL", "10:00-12:00")
        preferences.workingDays = [.monday]
        return try ServiceBench(preferences: preferences)
    }

    @Test("decides what a request leaves open, and names of calendars have no case")
    func preferences() async throws {
        let bench = try bench()
        _ = try await bench.add("Lunch tomorrow 12:30")
        // 2026-11-20 is a Friday.
        let free = await bench.get("/v1/free?from=2026-11-21&days=7").json["slots"]
        let slots = try #require(free as? [[String: Any]])
        #expect(slots.map { $0["start"] as? String } == ["2026-11-23T10:00:00+01:00"])
        #expect(slots.map { $0["end"] as? String } == ["2026-11-23T12:00:00+01:00"])
        let asked = await bench.get("/v1/free?from=2026-11-23&days=1&between=9:00-10:00")
        #expect((asked.json["slots"] as? [[String: Any]])?.count == 1)
        #expect(await bench.get("/v1/events?calendar=Local").status == 200)
        #expect(await bench.get("/v1/calendars").json["usual"] as? String == "local")
        #expect(await bench.get("/v1/events?calendar=nowhere").status == 400)
    }

    @Test("a calendar that is preferred and not there is an error, not another calendar")
    func missing() async throws {
        var preferences = Configuration()
        preferences.calendar = "Home"
        let bench = try ServiceBench(preferences: preferences)
        let answer = await bench.ask("POST", "/v1/events", #"{"words": "Lunch tomorrow 12:30"}"#)
        #expect(answer.status >= 400 && answer.text.contains("Home"), "\(answer.text)")
    }

    @Test("follows the configuration file while the service runs")
    func following() async throws {
        let bench = try ServiceBench()
        let path = bench.folder.appending(path: "config.toml").path
        try "working-hours = \"10:00-12:00\"\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        bench.service.live.take(configuration: path)
        let slots = await bench.get("/v1/free?from=2026-11-23&days=1").json["slots"]
        let first = try #require((slots as? [[String: Any]])?.first)
        #expect(first["end"] as? String == "2026-11-23T12:00:00+01:00")
        try "working-hours = soon\n".write(toFile: path, atomically: true, encoding: .utf8)
        bench.service.live.take(configuration: path)
        let kept = await bench.get("/v1/free?from=2026-11-23&days=1").json["slots"]
        #expect((kept as? [[String: Any]])?.count == 1)
    }
}
