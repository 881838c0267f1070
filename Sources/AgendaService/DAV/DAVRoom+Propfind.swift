internal import AgendaKit
internal import AgendaSync

/// Which properties are asked for (RFC 4918 section 9.1).
enum PropertyRequest {
    /// The usual ones, those that clients have set, and some more.
    case all(including: [XMLName])
    /// The names alone.
    case names
    case some([XMLName])

    /// - Parameter content: a `propfind`; nil for no content, which asks for all.
    init(_ content: XMLElement?) throws(DAVFault) {
        guard let content else {
            self = .all(including: [])
            return
        }
        guard content.name == .dav("propfind") else { throw DAVFault(400, nil, "no propfind") }
        let kinds = ["prop", "propname", "allprop"].filter { content[.dav($0)] != nil }
        guard kinds.count == 1 else {
            throw DAVFault(400, nil, "not one of prop, propname and allprop")
        }
        self.init(of: content)
        if case .all = self, let more = content[.dav("include")] {
            self = .all(including: more.children.map(\.name))
        }
    }

    /// Those that are named.
    init(of report: XMLElement) {
        if let prop = report[.dav("prop")] {
            self = .some(prop.children.map(\.name))
        } else if report[.dav("propname")] != nil {
            self = .names
        } else if report[.dav("allprop")] != nil {
            self = .all(including: [])
        } else {
            self = .some([])
        }
    }
}

extension DAVRoom {
    func propfind() throws(DAVFault) -> ServiceResponse {
        guard let depth = try depth() else { throw .forbidden(.dav("propfind-finite-depth")) }
        let asked = try PropertyRequest(try content())
        switch place {
        case .inbox where depth == 1:
            let messages = try messages()
            return answer(
                asked,
                [.inbox(tag: Self.tag(messages))] + messages.map { .message($0) }, [],
                nil)
        case .resource(let slug, let name):
            let calendar = try self.calendar(slug)
            guard let resource = try home.resources([name], of: calendar)[name] else {
                throw .notFound
            }
            return answer(asked, [], [resource], calendar)
        case .calendar(let slug) where depth == 1:
            let calendar = try self.calendar(slug)
            let all = try home.members(of: calendar, since: nil)
            return answer(asked, [.calendar(calendar, all.token)], all.resources, calendar)
        default:
            var nodes = [try node()]
            if depth == 1 {
                switch place {
                case .root: nodes += [.principal, .home(try home.state())]
                case .home:
                    for calendar in try home.calendars() { nodes.append(node(calendar)) }
                    if inbox != nil {
                        let messages = try messages()
                        nodes += [.inbox(tag: Self.tag(messages)), .outbox]
                    }
                default: break
                }
            }
            return answer(asked, nodes, [], nil)
        }
    }

    /// What the address names.
    func node() throws(DAVFault) -> DAVNode {
        switch place {
        case .root: return .root
        case .principal: return .principal
        case .home: return .home(try home.state())
        case .subscription: throw .notFound
        case .inbox: return .inbox(tag: Self.tag(try messages()))
        case .outbox: return .outbox
        case .message(let name): return .message(try message(name))
        case .calendar(let slug): return node(try calendar(slug))
        case .resource(let slug, let name):
            let calendar = try calendar(slug)
            guard let resource = try home.resources([name], of: calendar)[name] else {
                throw .notFound
            }
            let body = try home.bodies(of: [resource], in: calendar)[name]?.get()
            return .resource(resource, calendar, body)
        }
    }

    private func node(_ calendar: ServedCalendar) -> DAVNode {
        .calendar(calendar, try? home.token(of: calendar))
    }

    private func answer(
        _ asked: PropertyRequest, _ nodes: [DAVNode], _ resources: [ServedResource],
        _ calendar: ServedCalendar?
    ) -> ServiceResponse {
        let writer = DAVPropertyWriter(self, asked)
        return MultistatusWriter.answer(
            parts: nodes.count + resources.count
        ) { range, output in
            for index in range.prefix(while: { $0 < nodes.count }) {
                writer.write(nodes[index], to: &output)
            }
            guard let calendar, range.upperBound > nodes.count else { return }
            let part = resources[
                max(0, range.lowerBound - nodes.count)..<range.upperBound - nodes.count]
            writer.write(Array(part), of: calendar, to: &output)
        }
    }
}

extension ServedChanges {
    /// Those that there are.
    var resources: [ServedResource] {
        entries.compactMap { entry in
            if case .changed(let resource) = entry { resource } else { nil }
        }
    }
}
