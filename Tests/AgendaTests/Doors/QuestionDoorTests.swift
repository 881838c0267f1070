import AgendaActions
import AgendaKit
import AgendaService
import Foundation
import ICalendar
import Testing

@testable import agenda

/// Whoever asks a question, the same document answers it.
@Suite("A question has the same answer through every door")
struct QuestionDoorTests {
    /// A question: the command's words, the address, and the assistant's tool with its arguments, where there is one.
    struct Question: Sendable, CustomTestStringConvertible {
        var words: [String]
        var target: String
        var tool: String?
        var arguments = "{}"

        var testDescription: String { target }
    }

    private static func days(
        _ command: String, _ route: String, _ tool: String?
    ) -> [Question] {
        [
            Question(words: [command, "--json"], target: "/v1/\(route)", tool: tool),
            Question(
                words: [command, "--json", "--from", "2026-12-21", "--to", "2026-12-23"],
                target: "/v1/\(route)?from=2026-12-21&to=2026-12-23", tool: tool,
                arguments: #"{"from":"2026-12-21","to":"2026-12-23"}"#),
            Question(
                words: [command, "--json", "--from", "2027-03-27", "--days", "3"],
                target: "/v1/\(route)?from=2027-03-27&days=3", tool: tool,
                arguments: #"{"from":"2027-03-27","days":3}"#),
        ]
    }

    static let all: [Question] =
        days("list", "events", "list_events") + days("free", "free", "free_time")
        + days("conflicts", "conflicts", "conflicts")
        + [
            Question(
                words: ["free", "--json", "--for", "1h", "--between", "22:00-2:00", "--weekends"],
                target: "/v1/free?for=1h&between=22:00-2:00&weekends=true", tool: "free_time",
                arguments: #"{"for":"1h","between":"22:00-2:00","weekends":true}"#),
            Question(
                words: ["free", "--json", "--with", "Asia/Tokyo"],
                target: "/v1/free?with=Asia/Tokyo", tool: "free_time",
                arguments: #"{"with":["Asia/Tokyo"]}"#),
            Question(
                words: ["list", "--json", "--calendar", "HOME", "--days", "40"],
                target: "/v1/events?calendar=HOME&days=40", tool: "list_events",
                arguments: #"{"calendar":["HOME"],"days":40}"#),
            Question(
                words: ["search", "--json", "--limit", "5", "the"],
                target: "/v1/search?q=the&limit=5", tool: "search_events",
                arguments: #"{"text":"the","limit":5}"#),
            Question(words: ["next", "--json"], target: "/v1/next", tool: "next_event"),
            Question(
                words: ["next", "--json", "--days", "60"], target: "/v1/next?days=60"),
            Question(
                words: ["history", "--json", "--number", "3"], target: "/v1/history?number=3",
                tool: "history", arguments: #"{"number":3}"#),
            Question(words: ["timeline", "--json"], target: "/v1/timeline"),
            Question(words: ["todo", "list", "--json"], target: "/v1/todos", tool: "list_todos"),
            Question(
                words: ["todo", "list", "--json", "--all"], target: "/v1/todos?all=true",
                tool: "list_todos", arguments: #"{"all":true}"#),
            Question(
                words: ["source", "list", "--json"], target: "/v1/sources", tool: "list_calendars"),
            Question(words: ["account", "list", "--json"], target: "/v1/accounts"),
            Question(words: ["outbox", "list", "--json"], target: "/v1/outbox"),
            Question(words: ["sync", "trash", "--json"], target: "/v1/trash"),
            Question(words: ["status", "--json"], target: "/v1/status"),
            Question(words: ["share", "list", "--json"], target: "/v1/shares"),
            Question(words: ["device", "list", "--json"], target: "/v1/devices"),
            Question(words: ["rule", "list", "--json"], target: "/v1/rules"),
            Question(words: ["similar", "--json"], target: "/v1/similar"),
            Question(words: ["mirror", "list", "--json"], target: "/v1/mirrors"),
            Question(
                words: ["alarms", "list", "--json", "--days", "60"], target: "/v1/alarms?days=60"),
            Question(words: ["month", "--json"], target: "/v1/month"),
            Question(words: ["month", "--json", "2026-12"], target: "/v1/month?month=2026-12"),
            Question(
                words: [
                    "export", "--format", "json", "--busy-only", "--from", "2026-12-21", "--to",
                    "2027-01-10",
                ], target: "/v1/busy?from=2026-12-21&to=2027-01-10"),
        ]

    private static func more() -> [Question] {
        func days(_ first: String, _ count: Int) -> (words: [String], query: String, json: String) {
            (
                ["--from", first, "--days", "\(count)"], "from=\(first)&days=\(count)",
                "\"from\":\"\(first)\",\"days\":\(count)"
            )
        }
        var found: [Question] = []
        for (first, count) in [("2027-03-28", 1), ("2027-10-30", 2), ("2026-12-24", 20)] {
            let range = days(first, count)
            found += [
                Question(
                    words: ["list", "--json"] + range.words, target: "/v1/events?\(range.query)",
                    tool: "list_events", arguments: "{\(range.json)}"),
                Question(
                    words: ["free", "--json", "--between", "22:00-6:00", "--weekends"]
                        + range.words,
                    target: "/v1/free?between=22:00-6:00&weekends=true&\(range.query)",
                    tool: "free_time",
                    arguments: "{\"between\":\"22:00-6:00\",\"weekends\":true,\(range.json)}"),
                Question(
                    words: ["conflicts", "--json", "--all-day-busy"] + range.words,
                    target: "/v1/conflicts?allDayBusy=true&\(range.query)"),
                Question(
                    words: ["free", "--json", "--all-day-busy"] + range.words,
                    target: "/v1/free?allDayBusy=true&\(range.query)"),
                Question(
                    words: ["search", "--json", "the"] + range.words,
                    target: "/v1/search?q=the&\(range.query)"),
            ]
        }
        for text in ["weekly", "MOVED", "elbe", "büro", "第二行"] {
            let coded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            found.append(
                Question(
                    words: ["search", "--json", text], target: "/v1/search?q=\(coded)",
                    tool: "search_events", arguments: "{\"text\":\"\(text)\"}"))
        }
        return found + [
            Question(
                words: ["list", "--json", "--not-calendar", "Home", "--days", "40"],
                target: "/v1/events?notCalendar=Home&days=40"),
            Question(
                words: ["list", "--json", "--attendee", "kim", "--days", "40"],
                target: "/v1/events?attendee=kim&days=40"),
            Question(
                words: ["next", "--json", "--all-day", "--days", "60"],
                target: "/v1/next?allDay=true&days=60"),
            Question(
                words: ["next", "--json", "--calendar", "hOme", "--days", "60"],
                target: "/v1/next?calendar=hOme&days=60"),
            Question(
                words: ["free", "--json", "--for", "2h", "--with", "Asia/Tokyo", "--with", "UTC"],
                target: "/v1/free?for=2h&with=Asia/Tokyo&with=UTC", tool: "free_time",
                arguments: #"{"for":"2h","with":["Tokyo","UTC"]}"#),
            Question(
                words: ["list", "--json", "--from", "monday", "--days", "2"],
                target: "/v1/events?from=2026-11-23&days=2", tool: "list_events",
                arguments: #"{"from":"monday","days":2}"#),
            Question(
                words: ["todo", "list", "--json", "--due", "2026-12-24"],
                target: "/v1/todos?due=2026-12-24", tool: "list_todos",
                arguments: #"{"due":"2026-12-24"}"#),
            Question(
                words: ["todo", "list", "--json", "--calendar", "HOME"],
                target: "/v1/todos?calendar=HOME", tool: "list_todos",
                arguments: #"{"calendar":"HOME"}"#),
            Question(
                words: ["todo", "list", "--json", "--category", "none"],
                target: "/v1/todos?category=none", tool: "list_todos",
                arguments: #"{"category":"none"}"#),
            Question(words: ["month", "--json", "2027-03"], target: "/v1/month?month=2027-03"),
            Question(words: ["month", "--json", "2027-10"], target: "/v1/month?month=2027-10"),
            Question(words: ["history", "--json"], target: "/v1/history"),
            Question(
                words: [
                    "export", "--format", "json", "--busy-only", "--from", "2027-03-27", "--to",
                    "2027-03-29",
                ], target: "/v1/busy?from=2027-03-27&to=2027-03-29"),
        ]
    }

    @Test("the documents are the same bytes")
    func same() async throws {
        let store = try await DoorStore()
        let (service, assistant) = (try store.service(), try DoorAssistant(store))
        for question in Self.all + Self.more() {
            let command = try AgendaProcess().run(question.words + store.options)
            #expect(command.status == 0, "\(question): \(command.complaints)")
            let answer = await service.answer(ServiceRequest("GET", question.target))
            guard case .bytes(let bytes) = answer.body else { continue }
            #expect(String(decoding: bytes, as: UTF8.self) == command.output, "\(question)")
            guard let tool = question.tool else { continue }
            let arguments = try JSONSerialization.jsonObject(with: Data(question.arguments.utf8))
            let result = try await assistant.call(
                tool, try #require(arguments as? [String: Any]))
            let blocks = try #require(result["content"] as? [[String: Any]])
            #expect(blocks.last?["text"] as? String == command.output, "\(question)")
        }
    }

    @Test("each event and to-do is shown the same")
    func shown() async throws {
        let store = try await DoorStore()
        let service = try store.service()
        let assistant = try DoorAssistant(store)
        for uid in DoorSubjects.uids.sorted() where uid != "closed" {
            let id = try await store.instance(uid, 0).id.description
            let command = try AgendaProcess().run(["show", "--json", id] + store.options)
            let answer = await service.answer(ServiceRequest("GET", "/v1/events/\(id)"))
            guard case .bytes(let bytes) = answer.body else { continue }
            #expect(String(decoding: bytes, as: UTF8.self) == command.output, "\(uid)")
            let result = try await assistant.call("show_event", ["id": id])
            let blocks = try #require(result["content"] as? [[String: Any]])
            #expect(blocks.last?["text"] as? String == command.output, "\(uid)")
        }
    }

    @Test("the configuration's working hours and calendar count for all")
    func configuration() async throws {
        let store = try await DoorStore()
        let configuration = store.folder.file("config/agenda")
        try FileManager.default.createDirectory(
            atPath: configuration, withIntermediateDirectories: true)
        _ = try store.folder.write(
            "config/agenda/config.toml",
            "working-hours = \"10:00-12:00\"\nworking-days = [\"monday\"]\nweek-start = \"sunday\"\n"
        )
        let process = AgendaProcess(environment: [
            "XDG_CONFIG_HOME": store.folder.file("config")
        ])
        var preferences = Configuration()
        (preferences.workingHours, preferences.workingDays) = ("10:00-12:00", [.monday])
        preferences.weekStart = .sunday
        let service = try store.service(preferences)
        for (words, target) in [
            (["free", "--json"], "/v1/free"), (["month", "--json"], "/v1/month"),
        ] {
            let command = try process.run(words + store.options)
            let answer = await service.answer(ServiceRequest("GET", target))
            guard case .bytes(let bytes) = answer.body else { continue }
            #expect(String(decoding: bytes, as: UTF8.self) == command.output, "\(target)")
        }
    }
}
