internal import AgendaKit
internal import AgendaSync
internal import ICalendar

extension DAVRoom {
    /// Answers a question (RFC 3253 section 3.6).
    func report() throws(DAVFault) -> ServiceResponse {
        guard let content = try content() else {
            throw DAVFault(400, nil, "a report without content")
        }
        switch (content.name, place) {
        case (.dav("sync-collection"), .inbox), (.calDAV("calendar-multiget"), .inbox),
            (.calDAV("calendar-query"), .inbox):
            return try reportInbox(content)
        case (.dav("expand-property"), _): return try expandProperties(content)
        case (.dav("sync-collection"), .calendar(let slug)):
            return try syncCollection(content, try calendar(slug))
        case (.calDAV("calendar-multiget"), .calendar), (.calDAV("calendar-multiget"), .home),
            (.calDAV("calendar-multiget"), .resource):
            return try multiget(content)
        case (.calDAV("calendar-query"), .calendar(let slug)),
            (.calDAV("calendar-query"), .resource(let slug, _)):
            return try query(content, [try calendar(slug)])
        case (.calDAV("calendar-query"), .home): return try query(content, try home.calendars())
        case (.calDAV("free-busy-query"), .calendar(let slug)):
            return try freeBusy(content, [try calendar(slug)])
        case (.calDAV("free-busy-query"), .home): return try freeBusy(content, try home.calendars())
        case (.dav("principal-match"), .root), (.dav("principal-match"), .home),
            (.dav("principal-match"), .principal),
            (.dav("principal-property-search"), .root),
            (.dav("principal-property-search"), .principal),
            (.dav("principal-property-search"), .home):
            return try principals(content)
        case (.dav("principal-search-property-set"), _): return principalProperties()
        default: throw .forbidden(.dav("supported-report"))
        }
    }

    /// What has changed (RFC 6578 section 3.2).
    private func syncCollection(
        _ content: XMLElement, _ calendar: ServedCalendar
    ) throws(DAVFault) -> ServiceResponse {
        // Infinity is level 1 where no calendar is in another.
        let level =
            content[.dav("sync-level")]?.value
            ?? (request.fields["Depth"] == "infinity" ? "infinite" : "1")
        guard ["1", "infinite", "infinity"].contains(level.lowercased()) else {
            throw DAVFault(400, nil, "sync-level '\(level)'")
        }
        let given = content[.dav("sync-token")]?.value ?? ""
        var since: SyncToken?
        if !given.isEmpty {
            guard let token = SyncToken(given) else { throw .forbidden(.dav("valid-sync-token")) }
            since = token
        }
        var limit = Int.max
        if let wish = content[.dav("limit")]?[.dav("nresults")]?.value {
            guard let number = Int(wish), number > 0 else {
                throw DAVFault(400, nil, "nresults '\(wish)'")
            }
            limit = number
        }
        let changes = try home.members(of: calendar, since: since)
        let isCut = changes.entries.count > limit
        let entries = isCut ? Array(changes.entries.prefix(limit)) : changes.entries
        let token = isCut ? changes.continuing(limit) : changes.token
        let writer = DAVPropertyWriter(
            self, PropertyRequest(of: content), data: try dataSelection(content))
        let place = place
        return MultistatusWriter.answer(parts: entries.count) { range, output in
            let changed = entries[range].compactMap { entry in
                if case .changed(let resource) = entry { resource } else { nil }
            }
            writer.write(changed, of: calendar, to: &output)
            for case .gone(let name) in entries[range] {
                output.status(404, of: DAVPlace.resource(calendar.slug, name).href)
            }
        } end: { output in
            if isCut {
                output.status(
                    507, of: place.href, condition: .dav("number-of-matches-within-limits"))
            }
            output.element("D:sync-token", token.text)
        }
    }

    /// Several resources (RFC 4791 section 7.9).
    private func multiget(_ content: XMLElement) throws(DAVFault) -> ServiceResponse {
        let hrefs = content.children.filter { $0.name == .dav("href") }.map(\.value)
        guard hrefs.count <= DAVLimits.hrefs else {
            throw DAVFault(
                403, .dav("number-of-matches-within-limits"),
                "more than \(DAVLimits.hrefs) addresses")
        }
        let writer = DAVPropertyWriter(
            self, PropertyRequest(of: content), data: try dataSelection(content))
        let calendars = try home.calendars()
        let (home, place) = (home, place)
        let wanted = hrefs.map { href -> (href: String, slug: String, name: String)? in
            // An address without a path is within the calendar.
            guard case .resource(let slug, let name)? = DAVPlace(href: href) else { return nil }
            if case .calendar(let own) = place, slug != own { return nil }
            return (href, slug, name)
        }
        return MultistatusWriter.answer(parts: hrefs.count) { range, output in
            for (slug, group) in Dictionary(grouping: wanted[range].compactMap { $0 }, by: \.slug)
                .sorted(by: { $0.key < $1.key })
            {
                guard let calendar = calendars.first(where: { $0.slug == slug }) else {
                    for one in group { output.status(404, of: one.href) }
                    continue
                }
                do throws(DAVFault) {
                    let found = try home.resources(group.map(\.name), of: calendar)
                    writer.write(
                        group.compactMap { found[$0.name] }, of: calendar, to: &output)
                    for one in group where found[one.name] == nil {
                        output.status(404, of: one.href)
                    }
                } catch {
                    for one in group { output.status(error.status, of: one.href) }
                }
            }
            for index in range where wanted[index] == nil { output.status(404, of: hrefs[index]) }
        }
    }

    /// Resources that a filter describes (RFC 4791 section 7.8).
    private func query(
        _ content: XMLElement, _ calendars: [ServedCalendar]
    ) throws(DAVFault) -> ServiceResponse {
        // Of a collection alone, without what is in it, nothing is asked. Programs that leave the field out mean what is in it,
        // as CalendarServer and Radicale take them.
        let isAlone = try depth() == 0
        if case .resource = place {
        } else if isAlone, request.fields["Depth"] != nil {
            return MultistatusWriter.answer(parts: 0) { _, _ in }
        }
        let data = try dataSelection(content)
        var found: [(ServedCalendar, [ServedResource])] = []
        var zone: TimeZoneRules?
        let query = try calendarQuery(content)
        for calendar in calendars {
            zone = zone ?? query.zone ?? self.zone(of: calendar)
            var matching = try matches(query, in: calendar)
            if case .resource(_, let name) = place { matching.removeAll { $0.name != name } }
            found.append((calendar, matching))
        }
        let parts = found.flatMap { calendar, resources in
            stride(from: 0, to: resources.count, by: 100).map {
                (calendar, Array(resources[$0..<min($0 + 100, resources.count)]))
            }
        }
        let writer = DAVPropertyWriter(
            self, PropertyRequest(of: content), data: data, zone: zone)
        return MultistatusWriter.answer(parts: parts.count, in: 1) { range, output in
            for (calendar, resources) in parts[range] {
                writer.write(resources, of: calendar, to: &output)
            }
        }
    }

    /// The resources of a calendar that a filter describes.
    func matches(
        _ query: CalendarQuery, in calendar: ServedCalendar
    ) throws(DAVFault) -> [ServedResource] {
        let (kinds, zone) = (query.kinds, query.zone ?? zone(of: calendar))
        var all: [ServedResource] = []
        if let uid = query.uid {
            let names = try home.names(holding: uid, in: calendar)
            all = try home.resources(names, of: calendar).values.sorted { $0.name < $1.name }
        }
        if all.isEmpty {
            if kinds == [.event], let range = query.range?.bounded,
                let found = try home.resources(of: calendar, in: range, zone: zone)
            {
                if query.isDecidedByRange { return found }
                all = found
            } else {
                all = try home.members(of: calendar, since: nil).resources
            }
        }
        if kinds.count < 4 {
            all = try home.withKinds(all, of: calendar).filter { resource in
                resource.kind.map(kinds.contains) ?? true
            }
        }
        if query.isDecidedByRange, query.range == nil { return all }
        var found: [ServedResource] = []
        for first in stride(from: 0, to: all.count, by: 100) {
            let batch = Array(all[first..<min(first + 100, all.count)])
            let bodies = home.bodies(of: batch, in: calendar)
            for resource in batch {
                if case .success(let body)? = bodies[resource.name],
                    query.matches(body.bytes, zone: zone)
                {
                    found.append(resource)
                }
            }
        }
        return found
    }
}

extension TimeRange {
    /// The range as an index can be asked; nil for what has no begin or no end, or is longer than ten years.
    fileprivate var bounded: Range<Instant>? {
        let tenYears = 3_653 * 86_400
        guard let start, let end, start < end, end - start <= tenYears else { return nil }
        return start..<end
    }
}
