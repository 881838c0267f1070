internal import AgendaSync
internal import ICalendar

// What a client may set of the inbox: where invitations come (RFC 6638 section 9.2).
extension DAVRoom {
    /// Sets `schedule-default-calendar-URL`, or lets the service choose again; nothing else.
    func changeInbox(_ content: XMLElement) async throws(DAVFault) -> ServiceResponse {
        var changes: [PropertyChange] = []
        var faults: [(XMLName, Int, XMLName?)] = []
        for step in content.children {
            guard step.name == .dav("set") || step.name == .dav("remove") else { continue }
            for property in Self.properties([step]) {
                let name = property.name
                if name != LiveProperty.scheduleDefault.name {
                    faults.append((name, 403, .dav("cannot-modify-protected-property")))
                } else if step.name == .dav("remove") {
                    changes.append(.remove(name))
                } else if let calendar = try invitationCalendar(property) {
                    changes.append(
                        .set(DeadProperty(name: name, xml: "", text: calendar.slug)))
                } else {
                    faults.append((name, 403, .calDAV("valid-schedule-default-calendar-URL")))
                }
            }
        }
        let names = changes.map(\.name) + faults.map(\.0)
        if !faults.isEmpty { return Self.failed(names, faults, place, root: "D:multistatus") }
        try await home.change(changes, of: .inbox)
        return changed(names)
    }

    /// The one calendar that a property names, if invitations can come there; nil for all else.
    private func invitationCalendar(_ property: XMLElement) throws(DAVFault) -> ServedCalendar? {
        let hrefs = property.children.filter { $0.name == .dav("href") }
        guard hrefs.count == 1, case .calendar(let slug)? = DAVPlace(href: hrefs[0].value) else {
            return nil
        }
        return try home.calendars().first {
            $0.slug == slug && $0.takesInvitations(of: person) && $0.kinds.contains(.event)
        }
    }
}
