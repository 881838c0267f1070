internal import AgendaKit
internal import Synchronization

/// What one node counts of all its users, for whoever operates it: no label names a user or a calendar.
package final class NodeMetrics: Sendable {
    /// A number of the moment.
    package struct Figure: Sendable {
        package let name: String
        package let help: String
        /// `gauge`, or `counter` for what only grows.
        package let kind: String
        /// Such as `kind="feed"`; empty for none.
        package let labels: String
        package let value: Double

        package init(
            _ name: String, _ help: String, kind: String = "gauge", labels: String = "",
            _ value: Double
        ) {
            (self.name, self.help, self.kind) = (name, help, kind)
            (self.labels, self.value) = (labels, value)
        }
    }

    private let requests = Metrics(
        name: "agenda_node_request_seconds", label: "kind",
        help: "Time from the request to its answer, by kind of request.")
    private let refused = Mutex<[Int: Int]>([:])

    /// Notes an answer.
    func note(_ request: ServiceRequest, _ response: ServiceResponse, _ time: Duration) {
        requests.note(Self.kind(request), status: response.status, time)
        if [401, 403, 429, 503, 507].contains(response.status) {
            refused.withLock { $0[response.status, default: 0] += 1 }
        }
    }

    /// What is asked for, as few kinds as tell fast from slow ones: what writes and what reads, by devices and by the page.
    static func kind(_ request: ServiceRequest) -> String {
        let isRead = ["GET", "HEAD", "OPTIONS"].contains(request.method)
        switch request.segments?.first {
        case "dav", ".well-known", "principals":
            return switch request.method {
            case "PROPFIND", "REPORT": "dav-" + request.method.lowercased()
            default: isRead ? "dav-read" : "dav-write"
            }
        case "v1": return isRead ? "api-read" : "api-write"
        case "feeds": return "feed"
        default: return isRead ? "page" : "page-write"
        }
    }

    /// All in Prometheus' text form.
    func text(_ figures: [Figure]) -> String {
        let refusals = refused.withLock { $0 }.sorted { $0.key < $1.key }.map {
            Figure(
                "agenda_node_refusals_total", "Answers that refuse, by status.", kind: "counter",
                labels: "status=\"\($0.key)\"", Double($0.value))
        }
        var text = requests.text([])
        var described: Set<String> = []
        for figure in figures + refusals {
            if described.insert(figure.name).inserted {
                text +=
                    "# HELP \(figure.name) \(figure.help)\n# TYPE \(figure.name) \(figure.kind)\n"
            }
            let labels = figure.labels.isEmpty ? "" : "{\(figure.labels)}"
            let isWhole = figure.value == figure.value.rounded() && abs(figure.value) < 1e15
            text +=
                "\(figure.name)\(labels) \(isWhole ? "\(Int(figure.value))" : "\(figure.value)")\n"
        }
        return text
    }
}
