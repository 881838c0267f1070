internal import AgendaKit
internal import AgendaSync
internal import ICalendar

extension DAVRoom {
    /// Makes a calendar: MKCALENDAR (RFC 4791 section 5.3.1), or MKCOL with a content that says so (RFC 5689).
    func makeCalendar() async throws(DAVFault) -> ServiceResponse {
        guard case .calendar(let slug) = place else {
            // In a calendar there is none, and in none there is nothing (RFC 4791 sections 4.2 and 5.3.1).
            if case .resource(let slug, _) = place { _ = try parent(slug) }
            throw .forbidden(.calDAV("calendar-collection-location-ok"))
        }
        guard device.mayWrite, device.calendars == nil else { throw .needsPrivileges }
        let content = try content()
        let isExtended = request.method == "MKCOL"
        let root: XMLName = isExtended ? .dav("mkcol") : .calDAV("mkcalendar")
        guard content.map({ $0.name == root }) ?? true else {
            throw DAVFault(400, nil, "the content is no \(root.local)")
        }
        let sent =
            content.map { Self.properties($0.children.filter { $0.name == .dav("set") }) } ?? []
        if isExtended {
            let type = sent.first { $0.name == .dav("resourcetype") }
            guard type?.children.contains(where: { $0.name == .calDAV("calendar") }) ?? false else {
                throw .forbidden(.dav("valid-resourcetype"), "only calendars can be made")
            }
        }
        let present = try home.calendars()
        guard !present.contains(where: { $0.slug == slug }) else {
            throw DAVFault(isExtended ? 405 : 403, .dav("resource-must-be-null"))
        }
        guard present.count < DAVLimits.calendars else {
            throw DAVFault(507, .dav("quota-not-exceeded"))
        }
        var kinds: Set<ScannedComponent.Kind> = []
        var properties: [DeadProperty] = []
        var faults: [(XMLName, Int, XMLName?)] = []
        for property in sent where property.name != .dav("resourcetype") {
            if property.name == LiveProperty.components.name {
                let asked = property.children.filter { $0.name == .calDAV("comp") }.map {
                    ScannedComponent.Kind(rawValue: $0.attribute("name")?.uppercased() ?? "")
                }
                kinds = Set(asked.compactMap { $0 })
                if asked.isEmpty || asked.contains(nil)
                    || !kinds.isSubset(of: [.event, .todo, .journal])
                {
                    faults.append((property.name, 403, .calDAV("supported-calendar-component")))
                }
            } else if let fault = Self.fault(of: property) {
                faults.append((property.name, fault.0, fault.1))
            } else {
                properties.append(DeadProperty(property))
            }
        }
        if !faults.isEmpty {
            return Self.failed(
                sent.map(\.name).filter { $0 != .dav("resourcetype") }, faults, place,
                root: isExtended ? "D:mkcol-response" : "C:mkcalendar-response")
        }
        try await home.makeCalendar(slug, kinds: kinds, properties)
        return ServiceResponse(201, fields: ["Cache-Control": "no-cache", "Location": place.href])
    }

    /// Sets and removes properties, all or none (RFC 4918 section 9.2).
    func proppatch() async throws(DAVFault) -> ServiceResponse {
        guard let content = try content(), content.name == .dav("propertyupdate") else {
            throw DAVFault(400, nil, "no propertyupdate")
        }
        guard device.mayWrite else { throw .needsPrivileges }
        if place == .inbox { return try await changeInbox(content) }
        let calendar: ServedCalendar
        switch place {
        case .calendar(let slug): calendar = try self.calendar(slug)
        case .home: calendar = ServedCalendar(slug: "", source: nil, name: "", isWritable: true)
        default: throw .needsPrivileges
        }
        var changes: [PropertyChange] = []
        var faults: [(XMLName, Int, XMLName?)] = []
        for step in content.children {
            guard step.name == .dav("set") || step.name == .dav("remove") else { continue }
            for property in Self.properties([step]) {
                if let fault = Self.fault(of: property) {
                    faults.append((property.name, fault.0, fault.1))
                } else {
                    changes.append(
                        step.name == .dav("set")
                            ? .set(DeadProperty(property)) : .remove(property.name))
                }
            }
        }
        let names = changes.map(\.name) + faults.map(\.0)
        if !faults.isEmpty { return Self.failed(names, faults, place, root: "D:multistatus") }
        try await home.change(changes, of: calendar)
        return changed(names)
    }

    /// The answer where properties were changed.
    func changed(_ names: [XMLName]) -> ServiceResponse {
        let (isMinimal, place) = (isMinimal, place)
        if isMinimal {
            return ServiceResponse(200, fields: ["Preference-Applied": "return=minimal"])
        }
        return MultistatusWriter.answer(parts: 1) { _, output in
            output.begin("D:response")
            output.element("D:href", place.href)
            output.propstat(200) { output in for name in names { output.empty(name) } }
            output.end("D:response")
        }
    }

    /// The properties that steps name, each with the language of the elements around it (RFC 4918 section 4.3).
    static func properties(_ steps: [XMLElement]) -> [XMLElement] {
        steps.flatMap { step in
            step.children.filter { $0.name == .dav("prop") }.flatMap { prop in
                prop.children.map { property in
                    var property = property
                    let around = prop.attributes[.language] ?? step.attributes[.language]
                    property.attributes[.language] = property.attributes[.language] ?? around
                    return property
                }
            }
        }
    }

    /// Why a client cannot set or remove a property: its status, and the condition.
    private static func fault(of property: XMLElement) -> (Int, XMLName?)? {
        if let live = LiveProperty.named[property.name], !live.isSettable {
            return (403, .dav("cannot-modify-protected-property"))
        }
        let protected = [
            "creationdate", "lockdiscovery", "supportedlock", "acl", "quota-available-bytes",
            "quota-used-bytes",
        ]
        if property.name.space == "DAV:", protected.contains(property.name.local) {
            return (403, .dav("cannot-modify-protected-property"))
        }
        if property.name == LiveProperty.timezone.name, !property.text.isEmpty,
            (try? CalendarQuery.zone(in: property.text)) == nil
        {
            return (403, .calDAV("valid-calendar-data"))
        }
        if property.name == LiveProperty.transparency.name, !property.children.isEmpty {
            let given = property.children.map(\.name)
            guard given == [.calDAV("opaque")] || given == [.calDAV("transparent")] else {
                return (409, nil)
            }
        }
        // A zone's text may be as long as Outlook writes it.
        let most = property.name == LiveProperty.timezone.name ? DAVLimits.zone : DAVLimits.property
        return property.serialized().utf8.count > most ? (507, nil) : nil
    }

    /// None of the properties was changed: those that could not be, and the others because of them.
    static func failed(
        _ names: [XMLName], _ faults: [(XMLName, Int, XMLName?)], _ place: DAVPlace, root: String
    ) -> ServiceResponse {
        var output = XMLOutput()
        output.begin(root, isRoot: true)
        let isMultistatus = root == "D:multistatus"
        if isMultistatus {
            output.begin("D:response")
            output.element("D:href", place.href)
        }
        for (name, status, condition) in faults {
            output.propstat(status, condition: condition) { $0.empty(name) }
        }
        let others = names.filter { name in !faults.contains { $0.0 == name } }
        if !others.isEmpty {
            output.propstat(424) { output in for name in others { output.empty(name) } }
        }
        if isMultistatus { output.end("D:response") }
        output.end(root)
        return ServiceResponse(
            isMultistatus ? 207 : 403, fields: ["Content-Type": XMLOutput.contentType],
            body: .bytes(output.bytes))
    }
}

extension DeadProperty {
    /// As it was sent.
    init(_ element: XMLElement) {
        var element = element
        element.tail = ""
        // What says something by an element alone is known by its name.
        let text =
            element.name == LiveProperty.transparency.name
            ? element.children.first?.name.local ?? "" : element.value
        self.init(name: element.name, xml: element.serialized(), text: text)
    }
}
