internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension StoreHome {
    /// With an importer of its own: that of the service may be listing a large folder.
    private var editor: CalendarEditor { CalendarEditor(store.importer(person)) }

    /// A calendar's source; that of the store's own calendar is made with its first event.
    private func made(_ calendar: ServedCalendar) throws(DAVFault) -> CalendarSource {
        if let source = calendar.source {
            try requireGood(source)
            return source
        }
        return try told { () throws(AgendaError) in try store.localCalendar() }
    }

    func put(
        _ body: [UInt8], _ name: String, in calendar: ServedCalendar,
        replacing before: ServedResource?
    ) async throws(DAVFault) -> String? {
        let source = try made(calendar)
        let isOwn = source.isOnlyInStore
        guard let href = try bankName(name, of: body, before, calendar, isOwn: isOwn) else {
            throw isOwn ? .forbidden(.calDAV("supported-calendar-component")) : .needsPrivileges
        }
        let (change, digest): (EventChange, ContentDigest)
        do throws(AgendaError) {
            (change, digest) = try await editor.put(
                body, at: href, in: source, if: bankCondition(before), by: device.name)
        } catch { throw Self.fault(error) }
        // What is read back is not what was sent where others were told of it, or where it is another's but for alarms.
        var isSame = change.operations.last.map { $0.after == body } ?? true
        if isSame, source.isShared {
            isSame = try resources([name], of: calendar)[name]?.digest == digest
        }
        return isOwn || !isSame ? nil : Self.tag(digest)
    }

    /// What the bank calls a resource that is to be stored; it is noted if that is not its name. Nil if it cannot be.
    private func bankName(
        _ name: String, of body: [UInt8], _ known: ServedResource?, _ calendar: ServedCalendar,
        isOwn: Bool
    ) throws(DAVFault) -> String? {
        if let known {
            guard case .bank(let href, _) = known.key else { return nil }
            return href
        }
        let wanted: String?
        if isOwn {
            wanted = CalendarEditor.ownHref(of: body)
        } else {
            wanted = try href(name, calendar) ?? "name-" + NameDigest(name).hex + ".ics"
        }
        guard let wanted else { return nil }
        do {
            if wanted != name { try table.name(wanted, name, row(calendar)) }
        } catch { throw .away("\(error)") }
        return wanted
    }

    /// What was read, as the bank has to find it.
    private func bankCondition(_ known: ServedResource?) -> ResourceChange.Condition {
        known.map { .digest($0.digest) } ?? .absent
    }

    private static func fault(_ error: AgendaError) -> DAVFault {
        switch error.reason {
        case .eventChanged: .preconditionFailed
        case .scheduling(let fault): Self.fault(fault, error.description)
        case .readOnly, .fileProtected: .needsPrivileges
        case .cannotStore, .noInstances, .severalWithUID:
            .forbidden(.calDAV("valid-calendar-object-resource"), error.description)
        default:
            error.code == .invalid || error.code == .notACalendar
                ? .forbidden(.calDAV("valid-calendar-data"), error.description) : DAVFault(error)
        }
    }

    /// RFC 6638 section 3.2.4.
    private static func fault(_ fault: SchedulingFault, _ words: String) -> DAVFault {
        switch fault {
        case .severalOrganizers:
            return .forbidden(.calDAV("same-organizer-in-all-components"), words)
        case .organizersAlone:
            return .forbidden(.calDAV("allowed-attendee-scheduling-object-change"), words)
        case .otherOrganizer:
            return .forbidden(.calDAV("allowed-organizer-scheduling-object-change"), words)
        case .inAnotherCalendar:
            return .forbidden(.calDAV("unique-scheduling-object-resource"), words)
        case .tooMuch:
            var fault = DAVFault(429, nil, words)
            fault.fields["Retry-After"] = "60"
            return fault
        }
    }

    func delete(_ resource: ServedResource, in calendar: ServedCalendar) async throws(DAVFault) {
        let source = try source(calendar)
        guard case .bank(let href, _) = resource.key else { throw .needsPrivileges }
        do throws(AgendaError) {
            _ = try await editor.remove(
                href, from: source, if: bankCondition(resource), by: device.name)
        } catch {
            throw Self.fault(error)
        }
    }

    func move(
        _ resource: ServedResource, in calendar: ServedCalendar, to other: String,
        in target: ServedCalendar, replacing before: ServedResource?
    ) async throws(DAVFault) {
        guard case .bank(let href, _) = resource.key else { throw .needsPrivileges }
        let isPlain = Self.isFileName(other) && !other.hasPrefix(Self.deepStart)
        if calendar.slug == target.slug, shape(calendar) == .own || !isPlain {
            do { try table.name(href, other, row(calendar)) } catch { throw .away("\(error)") }
            return
        }
        if shape(calendar) == .files, shape(target) == .files, isPlain {
            let (source, there) = (try source(calendar), try made(target))
            do throws(AgendaError) {
                _ = try await editor.moveResource(
                    href, from: source, to: other, in: there, overwrites: true,
                    if: bankCondition(resource), by: device.name)
            } catch { throw Self.fault(error) }
            return
        }
        // First there, then away: whoever looks in between sees the event twice rather than not at all.
        guard let body = try bodies(of: [resource], in: calendar)[resource.name]?.get() else {
            throw .notFound
        }
        _ = try await put(body.bytes, other, in: target, replacing: before)
        try await delete(resource, in: calendar)
    }

    func makeCalendar(
        _ slug: String, kinds: Set<ScannedComponent.Kind>, _ properties: [DeadProperty]
    ) async throws(DAVFault) {
        let sources = try told { () throws(AgendaError) in try store.sources(counting: false) }
        let taken = Set(sources.map(\.name))
        let said = properties.first { $0.name == .dav("displayname") }?.text ?? ""
        let wish = said.isEmpty ? slug : said
        let name = Importer.unique(wish, " ", among: taken)
        let path: String
        do {
            path = try service.makeCalendar(slug, of: person)
            var row = CalendarTable.Row(slug: slug, place: path, isMade: true)
            row.kinds = kinds.isEmpty ? nil : [.event, .todo, .journal].filter(kinds.contains)
            row.named = said.isEmpty ? nil : name
            try table.make(row, properties)
        } catch { throw .away("\(error)") }
        var source = CalendarSource(name: name, kind: .folder, location: path)
        source.isWritable = true
        source.color = properties.first { $0.name == .apple("calendar-color") }.flatMap {
            Self.color($0.text)
        }
        source.order = properties.first { $0.name == LiveProperty.order.name }.flatMap {
            Self.order($0.text)
        }
        source.makesBusy = !properties.contains(where: \.isTransparent)
        do throws(AgendaError) {
            _ = try await opened.importer.addSource(
                source, isUndoable: true, by: device.name)
        } catch {
            try? table.remove(slug)
            throw DAVFault(error)
        }
    }

    /// `#RRGGBBAA` as Apple writes it, without what shines through.
    static func color(_ text: String) -> String? {
        guard text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9,
            text.dropFirst().allSatisfy(\.isHexDigit)
        else { return nil }
        return String(text.prefix(7)).lowercased()
    }

    /// `calendar-order`, a whole number.
    static func order(_ text: String) -> Int? {
        Int(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap {
            CalendarSource.places.contains($0) ? $0 : nil
        }
    }

    func removeCalendar(_ calendar: ServedCalendar) async throws(DAVFault) {
        let source = try source(calendar)
        try requireGood(source)
        do throws(AgendaError) {
            // Its folder stays for a while: 'agenda undo' brings the calendar back with all that it holds (``RemovedCalendars``).
            try await editor.removeSource(named: source.name, by: device.name)
        } catch { throw Self.fault(error) }
    }

    func change(
        _ changes: [PropertyChange], of calendar: ServedCalendar
    ) async throws(DAVFault) {
        let slug = row(calendar)
        let isTaken: Bool
        do {
            isTaken = try table.change(changes, of: slug, limit: DAVLimits.properties)
        } catch { throw .away("\(error)") }
        guard isTaken else { throw DAVFault(507, .dav("quota-not-exceeded")) }
        guard let source = calendar.source else { return }
        // What a calendar is called, its colour and its place are those that it has everywhere.
        var settings = SourceSettings()
        for change in changes where change.name == LiveProperty.order.name {
            if case .set(let property) = change {
                settings.order = Self.order(property.text).map { .some($0) } ?? settings.order
            } else {
                settings.order = .some(nil)
            }
        }
        if changes.contains(where: { $0 == .remove(LiveProperty.transparency.name) }) {
            settings.makesBusy = true
        }
        for case .set(let property) in changes {
            if property.name == .apple("calendar-color"), let color = Self.color(property.text) {
                settings.color = .some(color)
            }
            if property.name == LiveProperty.transparency.name {
                settings.makesBusy = !property.isTransparent
            }
            if property.name == .dav("displayname"), !property.text.isEmpty,
                property.text != source.name
            {
                settings.name = property.text
            }
        }
        do {
            let known = try store.sources(counting: false).map(\.name)
            // Two calendars of one name are told apart by who has them.
            if settings.name.map(known.contains) ?? false || source.isOnlyInStore {
                settings.name = nil
            }
            if settings != SourceSettings() {
                _ = try await opened.importer.updateSource(
                    named: source.name, settings, by: device.name)
            }
            if changes.contains(where: { $0.name == .dav("displayname") }) {
                try table.note(named: settings.name ?? source.name, slug: slug)
            }
        } catch { throw .away("\(error)") }
    }
}

extension DeadProperty {
    /// Whether it says that a calendar leaves its owner free (RFC 6638 section 9.1).
    fileprivate var isTransparent: Bool {
        name == LiveProperty.transparency.name && text == "transparent"
    }
}
