internal import Synchronization

/// Counts of requests and how long they took, in Prometheus' text form.
final class Metrics: Sendable {
    private struct Series {
        var count = 0
        var seconds = 0.0
        var buckets = Array(repeating: 0, count: Metrics.bounds.count)
    }

    private struct Key: Hashable {
        let route: String
        let status: Int
    }

    private let series = Mutex<[Key: Series]>([:])

    /// Upper bounds in seconds.
    private static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

    func note(_ route: String, status: Int, _ time: Duration) {
        let seconds = time / .seconds(1)
        series.withLock { all in
            var one = all[Key(route: route, status: status)] ?? Series()
            one.count += 1
            one.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                one.buckets[index] += 1
            }
            all[Key(route: route, status: status)] = one
        }
    }

    /// - Parameter gauges: Values of the moment, by name.
    func text(_ gauges: [(name: String, help: String, value: Int)]) -> String {
        var text =
            "# HELP agenda_request_seconds Time from the request to its answer.\n# TYPE agenda_request_seconds histogram\n"
        let all = series.withLock { $0 }
        for (key, one) in all.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            let labels = "route=\"\(key.route)\",status=\"\(key.status)\""
            for (bound, count) in zip(Self.bounds, one.buckets) {
                text += "agenda_request_seconds_bucket{\(labels),le=\"\(bound)\"} \(count)\n"
            }
            text += "agenda_request_seconds_bucket{\(labels),le=\"+Inf\"} \(one.count)\n"
            text += "agenda_request_seconds_sum{\(labels)} \(one.seconds)\n"
            text += "agenda_request_seconds_count{\(labels)} \(one.count)\n"
        }
        for gauge in gauges {
            text +=
                "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) gauge\n\(gauge.name) \(gauge.value)\n"
        }
        return text
    }
}
