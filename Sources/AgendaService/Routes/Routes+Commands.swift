internal import AgendaKit
internal import ICalendar

extension Route {
    /// What a command prints, byte for byte: of accounts and the daemon the service knows nothing itself, and months and
    /// busy times are asked for too seldom to be written twice.
    static let commands: [Route] = [
        command("/v1/sources", "What is read, and how it is.", ["source", "list", "--json"]),
        command(
            "/v1/accounts", "The accounts and their calendars.", ["account", "list", "--json"]),
        command(
            "/v1/outbox", "What servers do not have as it is here.", ["outbox", "list", "--json"]),
        command(
            "/v1/trash", "What synchronisations replaced or removed.", ["sync", "trash", "--json"]),
        command("/v1/status", "What the daemon does.", ["status", "--json"]),
        command("/v1/shares", "The links by which others read.", ["share", "list", "--json"]),
        command(
            "/v1/todos", "The open to-dos, or all.", ["todo", "list", "--json"],
            [.init("all", .flag, "Also what is done or cancelled.")]
        ) { try $0.query.flag("all") ? ["--all"] : [] },
        command(
            "/v1/alarms", "The alarms of the last day and the next days.",
            ["alarms", "list", "--json"],
            [.init("days", .number, "How many days to look ahead; by default 7.", range: 1...366)]
        ) { try $0.query.number("days", in: 1...366).map { ["--days", "\($0)"] } ?? [] },
        command(
            "/v1/month", "A month's weeks and events.", ["month", "--json"],
            [.init("month", .text, "Such as 2026-11; by default this month.", format: "month")]
        ) { call in
            guard let month = try call.query.text("month") else { return [] }
            guard CivilDate(iso: month + "-01") != nil else {
                throw Problem.badParameter(
                    "month", "expected a month such as 2026-11, got '\(month)'",
                    remedy: "give such a month")
            }
            return [month]
        },
        command(
            "/v1/busy", "When somebody is busy, and nothing of what for.",
            ["export", "--format", "json", "--busy-only"], .days
        ) { call in
            let dates = try call.dates(NodeWindow.sliceLength)
            return ["--from", dates.lowerBound.iso, "--to", (dates.upperBound - 1).iso]
        },
    ]

    /// - Parameter further: what the request adds to the arguments; only what was checked.
    private static func command(
        _ path: String, _ summary: String, _ arguments: [String], _ parameters: [Parameter] = [],
        _ further: @escaping @Sendable (Call) throws -> [String] = { _ in [] }
    ) -> Route {
        let words = arguments.joined(separator: " ")
        return Route(
            method: "GET", path: path, summary: "\(summary) As 'agenda \(words)' prints it.",
            parameters: parameters, statuses: [200, 501]
        ) { call in
            guard let command = call.service.command else {
                throw Problem(
                    501, "no-command", "the program 'agenda' is not beside the service's",
                    remedy: "start the service with 'agenda serve'")
            }
            return .json(try await command(arguments + further(call)))
        }
    }
}
