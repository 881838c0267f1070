internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

// What others tell (RFC 6638).
extension DAVRoom {
    func messages() throws(DAVFault) -> [InboxMessage] {
        do { return try inbox?.messages() ?? [] } catch { throw .away("\(error)") }
    }

    /// A message of the inbox.
    func message(_ name: String) throws(DAVFault) -> InboxMessage {
        guard let found = try messages().first(where: { $0.name == name }) else {
            throw .notFound
        }
        return found
    }

    func removeMessage(_ name: String) throws(DAVFault) {
        let isRemoved: Bool
        do { isRemoved = try inbox?.remove(name) ?? false } catch { throw .away("\(error)") }
        guard isRemoved else { throw .notFound }
    }

    /// Changes whenever a message comes or goes.
    static func tag(_ messages: [InboxMessage]) -> String {
        "data:,inbox-\(messages.last?.id ?? 0)-\(messages.count)"
    }

    /// Reports on the inbox: all that is in it, or some messages (RFC 6638 section 2.2).
    func reportInbox(_ content: XMLElement) throws(DAVFault) -> ServiceResponse {
        let messages = try messages()
        let writer = DAVPropertyWriter(
            self, PropertyRequest(of: content), data: try dataSelection(content))
        let tag = Self.tag(messages)
        var asked = messages
        var missing: [String] = []
        switch content.name {
        case .calDAV("calendar-multiget"):
            let hrefs = content.children.filter { $0.name == .dav("href") }.map(\.value)
            asked = messages.filter { message in
                hrefs.contains { DAVPlace(href: $0) == .message(message.name) }
            }
            missing = hrefs.filter { href in
                !messages.contains { DAVPlace(href: href) == .message($0.name) }
            }
        case .calDAV("calendar-query"):
            let query = try calendarQuery(content)
            asked = messages.filter { query.matches($0.body, zone: person.zone) }
        case .dav("sync-collection"):
            let given = content[.dav("sync-token")]?.value ?? ""
            // Of what has gone nothing is known: another token is asked for by who has an old one.
            guard given.isEmpty || given == tag else { throw .forbidden(.dav("valid-sync-token")) }
            if given == tag { asked = [] }
        default: throw .forbidden(.dav("supported-report"))
        }
        let isSync = content.name == .dav("sync-collection")
        return MultistatusWriter.answer(parts: asked.count + missing.count) {
            [asked, missing] range, output in
            for index in range {
                if index < asked.count {
                    writer.write(.message(asked[index]), to: &output)
                } else {
                    output.status(404, of: missing[index - asked.count])
                }
            }
        } end: { output in
            if isSync { output.element("D:sync-token", tag) }
        }
    }

    func getMessage(_ name: String) throws(DAVFault) -> ServiceResponse {
        let message = try message(name)
        return ServiceResponse(
            200,
            fields: [
                "ETag": message.tag, "Cache-Control": "private, no-cache",
                "Content-Type": DAVPropertyWriter.contentType(.event),
            ], body: .bytes(message.body))
    }

    // MARK: Conditions

    /// Refuses a write that is meant for another schedule tag (RFC 6638 section 8.3).
    func checkScheduleTag(
        _ before: ServedResource?, in calendar: ServedCalendar
    ) throws(DAVFault) {
        guard let inbox, let wanted = request.fields["If-Schedule-Tag-Match"] else { return }
        guard let before,
            let body = try home.bodies(of: [before], in: calendar)[before.name]?.get(),
            inbox.scheduleTag(of: body) == wanted
        else { throw .preconditionFailed }
    }

    /// The schedule tag of a resource as it is now, for an answer.
    func scheduleTag(_ name: String, in calendar: ServedCalendar) -> String? {
        guard let inbox, let resource = try? home.resources([name], of: calendar)[name],
            let body = try? home.bodies(of: [resource], in: calendar)[name]?.get()
        else { return nil }
        return inbox.scheduleTag(of: body)
    }

    /// Does something while an organizer is told of it, or is not (RFC 6638 section 8.1).
    func scheduling<T>(
        _ body: () async throws(DAVFault) -> T
    ) async throws(DAVFault) -> T {
        let replies = inbox == nil || request.fields["Schedule-Reply"]?.uppercased() != "F"
        let result: Result<T, DAVFault> = await SchedulingRequest.$replies.withValue(replies) {
            do throws(DAVFault) { return .success(try await body()) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: Busy times

    /// When others are busy (RFC 6638 section 5).
    func askBusy() async throws(DAVFault) -> ServiceResponse {
        guard let inbox else { throw .notFound }
        let type = request.fields["Content-Type"]?.prefix { $0 != ";" }.lowercased()
        guard type == nil || type == "text/calendar" else {
            throw .forbidden(.calDAV("supported-calendar-data"))
        }
        let resource = CalendarResource(request.body)
        let places = resource.components.indices.filter {
            ![.timeZone, .other].contains(resource.components[$0].kind)
        }
        guard resource.stream.isComplete, places.count == 1,
            resource.components[places[0]].kind == .freeBusy,
            resource.stream.calendarProperty("METHOD")?.uppercased() == "REQUEST",
            let lines = resource.documents[places[0]],
            let start = lines.time("DTSTART"), let end = lines.time("DTEND")
        else { throw .forbidden(.calDAV("valid-calendar-data")) }
        let range = (Instant(utc: start.wallTime), Instant(utc: end.wallTime))
        guard range.0 < range.1, range.1 - range.0 <= 3_653 * 86_400 else {
            throw .forbidden(.calDAV("valid-calendar-data"))
        }
        let own = person.desk?.me ?? CalendarAddresses([])
        guard let organizer = lines.properties("ORGANIZER").first,
            own.includes(CalendarUser(organizer))
        else { throw .forbidden(.calDAV("organizer-allowed")) }
        let attendees = lines.properties("ATTENDEE").prefix(DAVLimits.attendees)
        let addresses = attendees.map { CalendarUser($0).address }
        let found = await inbox.busy(Set(addresses), range.0..<range.1)
        let uid = lines.properties("UID").first?.value ?? ""
        var output = XMLOutput()
        output.begin("C:schedule-response", isRoot: true)
        for (attendee, address) in zip(attendees, addresses) {
            let answer = found[address] ?? BusyAnswer(status: "3.7;Invalid calendar user")
            output.begin("C:response")
            output.begin("C:recipient")
            output.element("D:href", attendee.value)
            output.end("C:recipient")
            output.element("C:request-status", answer.status)
            if let periods = answer.periods {
                let text = FreeBusyQuery(range.0..<range.1, busy: periods).reply(
                    uid: uid, organizer: organizer, attendee: attendee, now: person.clock.now)
                output.begin("C:calendar-data")
                output.calendar(Array(text.utf8))
                output.end("C:calendar-data")
            }
            output.end("C:response")
        }
        output.end("C:schedule-response")
        return ServiceResponse(
            200, fields: ["Content-Type": XMLOutput.contentType], body: .bytes(output.bytes))
    }
}

extension UserInbox {
    /// The schedule tag of a resource; nil for one of nobody else.
    func scheduleTag(of body: ServedBody) -> String? {
        DAVRoom.isScheduled(body.bytes) ? try? scheduleTag(of: body.tag) : nil
    }
}

extension DAVRoom {
    /// Whether a text has an organizer.
    static func isScheduled(_ text: [UInt8]) -> Bool {
        ComponentScanner.scan(text).components.contains { component in
            [.event, .todo].contains(component.kind)
                && ComponentDocument(text[component.range])?.properties("ORGANIZER").isEmpty
                    == false
        }
    }

    /// The calendar into which invitations come (RFC 6638 section 9.2): the one that a client has chosen, else the one to which
    /// the person adds.
    static func invitationCalendar(
        in home: any ServedHome, of person: Person, for kind: ScannedComponent.Kind = .event
    ) -> ServedCalendar? {
        let calendars = ((try? home.calendars()) ?? []).filter {
            $0.takesInvitations(of: person) && $0.kinds.contains(kind)
        }
        let usual = person.configuration.calendar?.lowercased()
        return calendars.first(where: \.isForInvitations)
            ?? calendars.first { $0.source?.name.lowercased() == usual } ?? calendars.first
    }
}

extension ServedCalendar {
    /// Whether invitations may come here: what the service itself tells others of.
    func takesInvitations(of person: Person) -> Bool {
        isWritable && owner == nil && !isMerge
            && source.flatMap { source in person.desk?.schedules(source) } ?? true
    }
}
