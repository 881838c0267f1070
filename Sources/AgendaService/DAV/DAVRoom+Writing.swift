internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

extension DAVRoom {
    /// The text of a resource (RFC 4791 section 5.3.4).
    func get() throws(DAVFault) -> ServiceResponse {
        if case .message(let name) = place { return try getMessage(name) }
        guard case .resource(let slug, let name) = place else { throw DAVFault(405) }
        let calendar = try calendar(slug)
        guard let resource = try home.resources([name], of: calendar)[name],
            let body = try home.bodies(of: [resource], in: calendar)[name]?.get()
        else { throw .notFound }
        var fields: HeaderFields = ["ETag": body.tag, "Cache-Control": "private, no-cache"]
        fields["Last-Modified"] = body.modified.map(HTTPDate.text)
        if case .tags(let tags) = condition, !tags.contains(body.tag) { throw .preconditionFailed }
        let known = request.fields["If-None-Match"].map(ContentCoding.ownTags)
        if let known, known.contains("*") || known.contains(body.tag) {
            return ServiceResponse(304, fields: fields)
        }
        if known == nil, let since = request.fields["If-Modified-Since"],
            let modified = body.modified,
            let known = HTTPDate.instant(since, now: person.clock.now), modified <= known
        {
            return ServiceResponse(304, fields: fields)
        }
        fields["Content-Type"] = DAVPropertyWriter.contentType(resource.kind)
        fields["Schedule-Tag"] = inbox?.scheduleTag(of: body)
        return ServiceResponse(200, fields: fields, body: .bytes(body.bytes))
    }

    /// Stores a text (RFC 4791 section 5.3.2).
    func put() async throws(DAVFault) -> ServiceResponse {
        guard case .resource(let slug, let name) = place else { throw DAVFault(405) }
        let calendar = try parent(slug)
        guard calendar.isWritable || calendar.takesAlarms else { throw .needsPrivileges }
        guard request.body.count <= DAVLimits.body else {
            throw .forbidden(.calDAV("max-resource-size"))
        }
        let type = request.fields["Content-Type"]?.prefix { $0 != ";" }.lowercased()
        guard type == nil || type == "text/calendar" || type == "application/octet-stream" else {
            throw .forbidden(.calDAV("supported-calendar-data"))
        }
        let before = try home.resources([name], of: calendar)[name]
        guard condition.holds(for: before?.tag) else {
            keepRefused(name, calendar)
            throw .preconditionFailed
        }
        let body = try check(request.body, calendar)
        let holders = try home.names(holding: body.uid, in: calendar)
        let isOther = before != nil && !holders.contains(name)
        if let holder = holders.first(where: { $0 != name }) ?? (isOther ? name : nil) {
            throw DAVFault(
                403, .calDAV("no-uid-conflict"), hrefs: [DAVPlace.resource(slug, holder).href])
        }
        try checkScheduleTag(before, in: calendar)
        let tag: String?
        do throws(DAVFault) {
            tag = try await scheduling { () throws(DAVFault) in
                try await home.put(request.body, name, in: calendar, replacing: before)
            }
        } catch {
            if error.status == 412 { keepRefused(name, calendar) }
            throw fault(error, about: body.uid, besides: calendar)
        }
        var response = ServiceResponse(before == nil ? 201 : 204)
        response.fields["ETag"] = tag
        if inbox != nil, let tag = scheduleTag(name, in: calendar) {
            response.fields["Schedule-Tag"] = tag
        }
        return response
    }

    func delete() async throws(DAVFault) -> ServiceResponse {
        switch place {
        case .resource(let slug, let name):
            let calendar = try calendar(slug)
            guard let before = try home.resources([name], of: calendar)[name] else {
                throw .notFound
            }
            guard calendar.isWritable else { throw .needsPrivileges }
            guard condition.holds(for: before.tag) else { throw .preconditionFailed }
            try checkScheduleTag(before, in: calendar)
            try await scheduling { () throws(DAVFault) in
                try await home.delete(before, in: calendar)
            }
        case .message(let name): try removeMessage(name)
        case .calendar(let slug):
            let calendar = try calendar(slug)
            guard calendar.isRemovable else { throw .needsPrivileges }
            try await scheduling { () throws(DAVFault) in
                try await home.removeCalendar(calendar)
            }
        case .subscription(let id): return try unsubscribe(id)
        default: throw .needsPrivileges
        }
        return ServiceResponse(204)
    }

    /// Another name, or another calendar (RFC 4918 section 9.9).
    func move() async throws(DAVFault) -> ServiceResponse {
        guard case .resource(let slug, let name) = place else { throw .needsPrivileges }
        guard let field = request.fields["Destination"] else {
            throw DAVFault(400, nil, "no Destination")
        }
        guard case .resource(let otherSlug, let other)? = DAVPlace(href: field) else {
            throw .forbidden(.calDAV("calendar-collection-location-ok"))
        }
        let source = try writable(slug)
        guard let before = try home.resources([name], of: source)[name] else { throw .notFound }
        let target = try parent(otherSlug)
        guard target.isWritable else { throw .needsPrivileges }
        guard (slug, name) != (otherSlug, other) else {
            throw DAVFault(403, nil, "source and destination are one")
        }
        guard condition.holds(for: before.tag) else { throw .preconditionFailed }
        try checkScheduleTag(before, in: source)
        let present = try home.resources([other], of: target)[other]
        if present != nil, request.fields["Overwrite"]?.uppercased() == "F" {
            throw .preconditionFailed
        }
        // What takes the place of another resource has to be the same event (RFC 4791 section 5.3.2.1).
        if slug != otherSlug || present != nil {
            guard let bytes = try home.bodies(of: [before], in: source)[name]?.get().bytes else {
                throw .notFound
            }
            let body = try check(bytes, target)
            let holders = try home.names(holding: body.uid, in: target)
            let isOther = present != nil && !holders.contains(other)
            let holder = holders.first { $0 != other && (otherSlug, $0) != (slug, name) }
            if let holder = isOther ? other : holder {
                throw DAVFault(
                    403, .calDAV("no-uid-conflict"),
                    hrefs: [DAVPlace.resource(otherSlug, holder).href])
            }
        }
        try await home.move(before, in: source, to: other, in: target, replacing: present)
        var response = ServiceResponse(present == nil ? 201 : 204)
        response.fields["Location"] = DAVPlace.resource(otherSlug, other).href
        return response
    }

    /// Names the resource that has an invitation already, where that is why one is refused.
    private func fault(
        _ fault: DAVFault, about uid: String, besides calendar: ServedCalendar
    ) -> DAVFault {
        guard fault.condition == .calDAV("unique-scheduling-object-resource") else { return fault }
        var fault = fault
        for other in (try? home.calendars()) ?? []
        where other.slug != calendar.slug && !other.isMerge {
            guard let name = try? home.names(holding: uid, in: other).first else { continue }
            fault.hrefs = [DAVPlace.resource(other.slug, name).href]
            break
        }
        return fault
    }
}
