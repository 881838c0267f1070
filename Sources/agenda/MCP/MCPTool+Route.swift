import AgendaActions
import AgendaKit
import AgendaService
import ICalendar

extension MCPTool {
    /// A tool that asks a route.
    ///
    /// - Parameters:
    ///   - usual: parameters where nothing else is said.
    ///   - names: which of the route's parameters it has.
    ///   - own: what it words in another way than the route.
    init(
        name: String, description: String, asks path: String, usual: [String: String] = [:],
        for names: [String] = [], and own: MCPParameter...
    ) {
        let route = Route.all.first { $0.path == path && $0.method == "GET" }
        let parameters = names.compactMap { name in route?.parameters.first { $0.name == name } }
        self.init(
            name: name, description: description, means: .route(path, usual: usual),
            parameters: parameters.map { MCPParameter($0) } + own)
    }

    /// What the service is asked; refuses values that no parameter has.
    func question(
        at path: String, usual: [String: String], _ values: [String: MCPValue]
    ) throws(MCPFault) -> ToolQuestion {
        var (path, items) = (path, [(name: String, text: String, meaning: MCPParameter.Meaning)]())
        for (parameter, value) in try given(values) {
            let texts = try parameter.texts(of: value)
            switch parameter.place {
            case .query(let name, let meaning): items += texts.map { (name, $0, meaning) }
            case .operand:
                path = path.replacing("{id}", with: texts.map(\.percentEncoded).joined())
            default: break
            }
        }
        for (name, text) in usual where !items.contains(where: { $0.name == name }) {
            items.append((name, text, .plain))
        }
        return ToolQuestion(path: path, items: items)
    }
}

extension MCPParameter {
    /// A parameter of a route; `q` has a name that says what it is.
    fileprivate init(_ parameter: Route.Parameter) {
        let kind: Kind =
            switch parameter.kind {
            case .list: .texts
            case .flag: .flag
            // What an assistant can use of more days is far less.
            case .number:
                .number((parameter.range ?? 1...1).clamped(to: 1...NodeWindow.timelineCount))
            case .text, .date: .text
            }
        let isDay = parameter.kind == .date
        let isZone = parameter.format == "time-zone"
        self.init(
            name: parameter.name == "q" ? "text" : parameter.name,
            description: parameter.summary
                + (isDay ? " Such as 2026-11-20, today or monday." : ""),
            kind: kind,
            place: .query(parameter.name, isDay ? .day : isZone ? .zone : .plain),
            isRequired: parameter.isRequired)
    }
}
