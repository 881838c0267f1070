internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar
internal import Synchronization

/// Writes the properties that a request asks for, of one place after the other.
struct DAVPropertyWriter: Sendable {
    private let asked: Asked
    private let isMinimal: Bool
    let device: Device
    private let home: any ServedHome
    private let addresses: [String]
    private let inbox: (any UserInbox)?
    private let personName: String
    private let person: Person
    /// How `calendar-data` is wanted (RFC 4791 section 9.6); nil where it is not asked for.
    private let data: CalendarDataSelection?
    private let zone: TimeZoneRules
    /// Nil where nothing is asked of pushes, or there are none.
    private let push: PushKeys?
    /// The instances that may still be given.
    private let instances = InstanceCount()

    private enum Asked: Sendable {
        case names
        case all(including: [XMLName])
        case some([(name: XMLName, property: LiveProperty?)])
    }

    /// - Parameter zone: of whole days and floating times in what is expanded; nil for the person's.
    init(
        _ room: DAVRoom, _ request: PropertyRequest, data: CalendarDataSelection? = nil,
        zone: TimeZoneRules? = nil
    ) {
        (self.data, self.zone, home) = (data, zone ?? room.person.zone, room.home)
        (device, isMinimal, inbox) = (room.device, room.isMinimal, room.inbox)
        // Others find a user by the addresses that the operator has noted alone.
        addresses = (room.person.desk?.me.all ?? room.person.addresses).filter {
            !$0.hasPrefix("/")
        }.sorted()
        person = room.person
        personName = addresses.first ?? DAVPlace.user
        asked =
            switch request {
            case .names: .names
            case .all(let names): .all(including: names)
            case .some(let names): .some(names.map { ($0, LiveProperty.named[$0]) })
            }
        let asksPush =
            switch asked {
            case .names: true
            case .all(let names): names.contains { LiveProperty.named[$0]?.isOfPush ?? false }
            case .some(let names): names.contains { $0.property?.isOfPush ?? false }
            }
        push = asksPush ? room.pushes.keys : nil
    }

    /// Whether texts must be read.
    var readsBodies: Bool {
        switch asked {
        case .names: false
        case .all: true
        case .some(let names): names.contains { $0.property?.readsBody ?? false }
        }
    }

    /// Whether it must be known what each resource holds.
    private var readsKinds: Bool {
        switch asked {
        case .names: false
        case .all: true
        case .some(let names): names.contains { $0.property == .contentType }
        }
    }

    /// Writes resources, whose texts are read together where they must be.
    func write(
        _ resources: [ServedResource], of calendar: ServedCalendar, to output: inout XMLOutput
    ) {
        let bodies = readsBodies ? home.bodies(of: resources, in: calendar) : [:]
        let resources =
            readsKinds ? (try? home.withKinds(resources, of: calendar)) ?? resources : resources
        for resource in resources {
            let node = DAVNode.resource(resource, calendar, nil)
            switch bodies[resource.name] {
            case nil where readsBodies: output.status(404, of: node.place.href)
            case .failure(let fault)?: output.status(fault.status, of: node.place.href)
            case .success(var body)?:
                do throws(BrokenCondition) {
                    if let data, !data.isWhole {
                        body.bytes = try instances.using { count throws(BrokenCondition) in
                            try data.text(of: body.bytes, zone: zone, instances: &count)
                        }
                    }
                    write(.resource(resource, calendar, body), to: &output)
                } catch {
                    output.status(507, of: node.place.href, condition: error.element)
                }
            case nil: write(node, to: &output)
            }
        }
    }

    /// Writes the properties of a place.
    func write(_ node: DAVNode, to output: inout XMLOutput) {
        respond(of: node, to: &output) { output in
            var missing: [XMLName] = []
            switch asked {
            case .names:
                for property in LiveProperty.allCases
                where !property.isOfScheduling || DAVPlace.schedules {
                    var value = XMLOutput()
                    if write(property, of: node, to: &value) { output.empty(property.name) }
                }
                for property in dead(node) where LiveProperty.named[property.name] == nil {
                    output.empty(property.name)
                }
            case .all(let more):
                for property in LiveProperty.usual { _ = write(property, of: node, to: &output) }
                for property in dead(node) where LiveProperty.named[property.name] == nil {
                    output.raw(property.xml)
                }
                for name in more
                where !LiveProperty.usual.contains(where: { $0 == LiveProperty.named[name] }) {
                    if !write(name, of: node, to: &output) { missing.append(name) }
                }
            case .some(let names):
                for (name, property) in names {
                    if !write(name, property, of: node, to: &output) { missing.append(name) }
                }
            }
            return missing
        }
    }

    /// Writes what is said of a place: the properties that it has, and the names of the others.
    ///
    /// - Parameter properties: writes those that it has, and returns the names of the others.
    func respond(
        of node: DAVNode, to output: inout XMLOutput,
        _ properties: (inout XMLOutput) -> [XMLName]
    ) {
        output.begin("D:response")
        output.element("D:href", node.place.href)
        var missing: [XMLName] = []
        output.propstat(200) { missing = properties(&$0) }
        if !missing.isEmpty, !isMinimal {
            output.propstat(404) { output in for name in missing { output.empty(name) } }
        }
        output.end("D:response")
    }

    private func dead(_ node: DAVNode) -> [DeadProperty] {
        switch node {
        case .calendar(let calendar, _): calendar.properties
        case .home(let state): state.properties
        default: []
        }
    }

    /// Writes one property by its name; false where the place does not have it.
    func write(_ name: XMLName, of node: DAVNode, to output: inout XMLOutput) -> Bool {
        write(name, LiveProperty.named[name], of: node, to: &output)
    }

    private func write(
        _ name: XMLName, _ property: LiveProperty?, of node: DAVNode, to output: inout XMLOutput
    ) -> Bool {
        if let property { return write(property, of: node, to: &output) }
        return write(dead: name, of: node, to: &output)
    }

    private func write(
        dead name: XMLName, of node: DAVNode, to output: inout XMLOutput
    ) -> Bool {
        guard let dead = dead(node).first(where: { $0.name == name }) else { return false }
        output.raw(dead.xml)
        return true
    }

    /// Writes one property; false where the place does not have it.
    private func write(
        _ property: LiveProperty, of node: DAVNode, to output: inout XMLOutput
    ) -> Bool {
        let name = property.name
        func text(_ value: String?) -> Bool {
            guard let value else { return false }
            output.element(name, value)
            return true
        }
        func inside(_ body: (inout XMLOutput) -> Void) -> Bool {
            output.begin(name)
            body(&output)
            output.end(name)
            return true
        }
        func href(_ place: DAVPlace) -> Bool { inside { $0.element("D:href", place.href) } }
        switch (property, node) {
        case (.resourceType, _):
            return inside { output in
                switch node {
                case .root, .home: output.empty("D:collection")
                case .principal:
                    output.empty("D:collection")
                    output.empty("D:principal")
                case .calendar:
                    output.empty("D:collection")
                    output.empty("C:calendar")
                case .resource, .message: break
                case .inbox:
                    output.empty("D:collection")
                    output.empty("C:schedule-inbox")
                case .outbox:
                    output.empty("D:collection")
                    output.empty("C:schedule-outbox")
                }
            }
        case (.displayName, .calendar(let calendar, _)): return text(calendar.name)
        case (.displayName, .principal): return text(personName)
        case (.currentUserPrincipal, _): return href(.principal)
        case (.principalURL, .principal): return href(.principal)
        case (.owner, .calendar(let calendar, _)), (.owner, .resource(_, let calendar, _)):
            guard let owner = calendar.owner else { return href(.principal) }
            return inside { $0.element("D:href", DAVPlace.principal(of: owner)) }
        case (.owner, .home): return href(.principal)
        case (.owner, .inbox), (.owner, .outbox), (.owner, .message): return href(.principal)
        case (.scheduleInbox, .principal): return href(.inbox)
        case (.scheduleOutbox, .principal): return href(.outbox)
        case (.scheduleDefault, .inbox):
            guard let calendar = DAVRoom.invitationCalendar(in: home, of: person) else {
                return false
            }
            return href(calendar.place)
        case (.scheduleTag, .resource(_, _, let body?)):
            return text(inbox?.scheduleTag(of: body))
        case (.token, .inbox(let tag)), (.tag, .inbox(let tag)): return text(tag)
        case (.etag, .message(let message)): return text(message.tag)
        case (.contentType, .message): return text(Self.contentType(.event))
        case (.contentLength, .message(let message)): return text("\(message.body.count)")
        case (.lastModified, .message(let message)):
            return text(HTTPDate.text(Instant(secondsSinceEpoch: message.made)))
        case (.calendarData, .message(let message)):
            guard data != nil else { return false }
            return inside { $0.calendar(message.body) }
        case (.principalCollectionSet, _):
            return inside { $0.element("D:href", "/dav/principals/") }
        case (.privileges, _): return inside { privileges(of: node, to: &$0) }
        case (.supportedReports, _): return inside { reports(of: node, to: &$0) }
        case (.calendarHomeSet, .principal), (.calendarHomeSet, .root): return href(.home)
        case (.userAddresses, .principal):
            return inside { output in
                for address in addresses { output.element("D:href", "mailto:" + address) }
                output.element("D:href", DAVPlace.principal.href)
            }
        case (.userType, .principal): return text(inbox?.userType ?? "INDIVIDUAL")
        case (.groupMembership, .principal): return inside { _ in }
        case (.token, .calendar(_, let token?)): return text(token.text)
        case (.tag, .calendar(_, let token?)): return text(token.text)
        case (.tag, .home(let state)): return text(state.tag)
        case (.etag, .resource(let resource, _, let body)): return text(body?.tag ?? resource.tag)
        case (.contentType, .resource(let resource, _, _)):
            return text(Self.contentType(resource.kind))
        case (.contentLength, .resource(_, _, let body?)): return text("\(body.bytes.count)")
        case (.lastModified, .resource(_, _, let body?)):
            return text(body.modified.map(HTTPDate.text))
        case (.calendarData, .resource(_, _, let body?)):
            guard data != nil else { return false }
            return inside { $0.calendar(body.bytes) }
        case (.components, .calendar(let calendar, _)):
            return inside { output in
                for kind in calendar.kinds { output.raw("<C:comp name=\"\(kind.rawValue)\"/>") }
            }
        case (.componentSets, .home):
            return inside { output in
                for kind in ["VEVENT", "VTODO", "VJOURNAL"] {
                    output.begin("C:supported-calendar-component-set")
                    output.raw("<C:comp name=\"\(kind)\"/>")
                    output.end("C:supported-calendar-component-set")
                }
            }
        case (.supportedData, .calendar):
            return inside {
                $0.raw("<C:calendar-data content-type=\"text/calendar\" version=\"2.0\"/>")
            }
        case (.collations, .calendar):
            return inside { output in
                for collation in ["i;ascii-casemap", "i;octet", "i;unicode-casemap"] {
                    output.element("C:supported-collation", collation)
                }
            }
        case (.maxResourceSize, .calendar): return text("\(DAVLimits.body)")
        case (.maxInstances, .calendar): return text("\(DAVLimits.instances)")
        case (.maxAttendees, .calendar): return text("\(DAVLimits.attendees)")
        case (.minDate, .calendar): return text("00010101T000000Z")
        case (.maxDate, .calendar): return text("99991231T235959Z")
        case (.origins, .home): return text(home.origins(of: nil).joined(separator: " "))
        case (.origins, .calendar(let calendar, _)):
            return text(home.origins(of: calendar).joined(separator: " "))
        case (.color, .calendar(let calendar, _)):
            return text(calendar[name]?.text ?? calendar.source?.color.flatMap(Self.color))
        case (.order, .calendar(let calendar, _)) where calendar.source != nil:
            return text(calendar.source.map { "\($0.place)" })
        case (.transparency, .calendar(let calendar, _)):
            if calendar.source == nil, write(dead: name, of: node, to: &output) { return true }
            return inside {
                $0.empty(calendar.source?.makesBusy == false ? "C:transparent" : "C:opaque")
            }
        case (.transports, .home), (.transports, .calendar), (.topic, .home), (.topic, .calendar),
            (.triggers, .home), (.triggers, .calendar):
            guard let push else { return false }
            return inside { write(property, of: node, push, to: &$0) }
        // What a client has set, as it was sent.
        case (_, .calendar), (_, .home):
            return property.isSettable && write(dead: name, of: node, to: &output)
        default: return false
        }
    }

    /// `#RRGGBBAA` of a colour of ours; nil for one that has no such form.
    private static func color(_ color: String) -> String? {
        if color.hasPrefix("#") { return color.utf8.count == 7 ? color + "FF" : nil }
        return CSSColors.values[color.lowercased()].map { value in
            let digits = String(value, radix: 16, uppercase: true)
            return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits + "FF"
        }
    }

    /// What is said of pushes (WebDAV-Push, "Push Properties"), within the element that says what the prefix means.
    private func write(
        _ property: LiveProperty, of node: DAVNode, _ push: PushKeys, to output: inout XMLOutput
    ) {
        func triggers(_ name: String, _ depth: Int) {
            output.raw("<P:\(name)><D:depth>\(depth)</D:depth></P:\(name)>")
        }
        let calendar: ServedCalendar? =
            if case .calendar(let found, _) = node { found } else { nil }
        switch property {
        case .topic: output.text(push.topic(calendar?.slug ?? ""))
        case .transports:
            output.raw("<P:web-push><P:vapid-public-key type=\"p256ecdsa\">")
            output.text(push.publicKey)
            output.raw("</P:vapid-public-key></P:web-push>")
        default:
            triggers("content-update", 1)
            if calendar != nil { triggers("property-update", 0) }
        }
    }

    /// With the component that it holds, which some clients look at.
    static func contentType(_ kind: ScannedComponent.Kind?) -> String {
        "text/calendar; charset=utf-8" + (kind.map { "; component=\($0.rawValue)" } ?? "")
    }
}

/// How many instances an answer may still give, whichever part of it is written.
private final class InstanceCount: Sendable {
    private let left = Mutex(CalendarDataSelection.mostInstances)

    func using<T>(_ body: (inout Int) throws(BrokenCondition) -> T) throws(BrokenCondition) -> T {
        var count = left.withLock(\.self)
        defer { left.withLock { $0 = count } }
        return try body(&count)
    }
}
