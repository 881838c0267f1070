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
    private let (name, label, help): (String, String, String)

    init(
        name: String = "agenda_request_seconds", label: String = "route",
        help: String = "Time from the request to its answer."
    ) {
        (self.name, self.label, self.help) = (name, label, help)
    }

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
        var text = "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        let all = series.withLock { $0 }
        for (key, one) in all.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            let labels = "\(label)=\"\(key.route)\",status=\"\(key.status)\""
            for (bound, count) in zip(Self.bounds, one.buckets) {
                text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(count)\n"
            }
            text += "\(name)_bucket{\(labels),le=\"+Inf\"} \(one.count)\n"
            text += "\(name)_sum{\(labels)} \(one.seconds)\n"
            text += "\(name)_count{\(labels)} \(one.count)\n"
        }
        for gauge in gauges {
            text +=
                "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) gauge\n\(gauge.name) \(gauge.value)\n"
        }
        return text
    }
}
