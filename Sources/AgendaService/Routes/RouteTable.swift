/// The routes with their paths divided once, by the number of segments: to divide each for each request took a third of an
/// answer of 304.
struct RouteTable: Sendable {
    /// A route whose path has a request's segments.
    struct Match {
        let route: Route
        /// The values of the path's variables.
        let values: [String: String]
        /// The names of the parameters in the query.
        let queryNames: Set<String>
    }

    /// A segment of a path: what stands before and after its variable, or the whole without one.
    private struct Part: Sendable {
        let (before, name, after): (String, String?, String)

        init(_ text: Substring) {
            guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else {
                (before, name, after) = (String(text), nil, "")
                return
            }
            before = String(text[..<open])
            name = String(text[text.index(after: open)..<close])
            after = String(text[text.index(after: close)...])
        }
    }

    private struct Entry: Sendable {
        let route: Route
        let parts: [Part]
        let queryNames: Set<String>
    }

    static let all = RouteTable(Route.all)
    private let entries: [Int: [Entry]]

    init(_ routes: [Route]) {
        let all = routes.map { route in
            let parts = route.path.split(separator: "/").map(Part.init)
            let names = Set(route.parameters.map(\.name)).subtracting(parts.compactMap(\.name))
            return Entry(route: route, parts: parts, queryNames: names)
        }
        entries = Dictionary(grouping: all, by: \.parts.count)
    }

    /// The routes of an address, whatever their methods are, in the order of the table.
    func matches(_ segments: [String]) -> [Match] {
        (entries[segments.count] ?? []).compactMap { entry in
            values(entry.parts, in: segments).map {
                Match(route: entry.route, values: $0, queryNames: entry.queryNames)
            }
        }
    }

    private func values(_ parts: [Part], in segments: [String]) -> [String: String]? {
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            guard let name = part.name else {
                if part.before == segment { continue }
                return nil
            }
            guard segment.hasPrefix(part.before), segment.hasSuffix(part.after),
                segment.utf8.count > part.before.utf8.count + part.after.utf8.count
            else { return nil }
            values[name] = String(
                segment.dropFirst(part.before.count).dropLast(part.after.count))
        }
        return values
    }
}
