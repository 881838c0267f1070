import AgendaSync
import FoundationEssentials
import ICalendar
import TestServers

/// A server that gives the answers of a table, by method and path, in their order; the last one stays. Notes what it was
/// asked.
actor Answers: HTTPExchange {
    struct Answer: Sendable {
        var status: Int
        var fields: HTTPFields = [:]
        var body = ""

        static func multistatus(_ body: String) -> Answer {
            Answer(status: 207, fields: ["Content-Type": "text/xml; charset=utf-8"], body: body)
        }
        static func status(_ status: Int, _ body: String = "", _ fields: HTTPFields = [:]) -> Answer
        {
            Answer(status: status, fields: fields, body: body)
        }
    }

    private var table: [String: [Answer]]
    private(set) var asked: [HTTPRequest] = []
    /// For each request, whether it had credentials.
    private(set) var hadCredentials: [Bool] = []

    /// - Parameter table: By `METHOD /path`, or `METHOD https://host/path` for other hosts than `cal.example`.
    init(_ table: [String: [Answer]]) { self.table = table }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        asked.append(request)
        hadCredentials.append(credentials != nil)
        let address = request.url.absoluteString
        let home = "https://cal.example/"
        let path = address.hasPrefix(home) ? "/" + address.dropFirst(home.count) : address
        let key = "\(request.method) \(path)"
        guard let answer = table[key]?.first else {
            if request.url.host() != "cal.example"
                && !table.keys.contains(where: {
                    $0.contains("://\(request.url.host() ?? "")")
                })
            {
                throw HTTPError(.hostUnknown, host: request.url.host() ?? "")
            }
            return HTTPResponse(status: 404, url: request.url)
        }
        if table[key, default: []].count > 1 { table[key]?.removeFirst() }
        return HTTPResponse(
            status: answer.status, fields: answer.fields, body: Array(answer.body.utf8),
            url: request.url)
    }

    /// `METHOD /path` of each request.
    var log: [String] { asked.map { "\($0.method) \($0.url.path())" } }

    /// A client of it.
    nonisolated var client: CalDAVClient {
        CalDAVClient(
            base: address("https://cal.example/dav/"),
            http: HTTPClient { Instant(secondsSinceEpoch: 1_795_341_600) }, exchange: self,
            credentials: nil)
    }
}

/// A path on `cal.example`.
func place(_ path: String) -> Href {
    guard let href = Href(path, relativeTo: address("https://cal.example/")) else {
        fatalError("no href: \(path)")
    }
    return href
}
