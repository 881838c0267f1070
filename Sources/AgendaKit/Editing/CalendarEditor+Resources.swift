package import CalendarFiles
package import ICalendar

// What a device sends to a calendar that is served: whole resources, by their names.
extension CalendarEditor {
    /// Writes a resource byte for byte. It is on the disk when this returns, is noted as one change, and imported; nothing of
    /// that takes longer in a calendar with many resources.
    ///
    /// - Parameters:
    ///   - body: one event, to-do or journal entry with its time zones.
    ///   - href: its name within the source.
    ///   - source: a writable folder, or the local calendar, which keeps components instead of bytes and takes the names alone that
    ///     it gives itself.
    ///   - condition: what has to be there, by a digest under the store's key; nil for whatever is.
    ///   - device: the name of who sends it; nil for somebody here.
    /// - Returns: what was done, without operations if the resource is as wanted; and the digest of what is there now.
    /// - Throws: `eventChanged` if something else is there than `condition` says; `badName` for a name that no calendar file has;
    ///   `invalid` for a body that is none; the errors of writing.
    package func put(
        _ body: [UInt8], at href: String, in source: CalendarSource,
        if condition: ResourceChange.Condition?, by device: String?
    ) async throws(AgendaError) -> (change: EventChange, digest: ContentDigest) {
        let source = try writable(source, href)
        let content = try ResourceBody(body, place: href)
        if source.isOnlyInStore {
            return try await putLocal(
                body, content, at: href, in: source, if: condition, by: device)
        }
        let change = try await repeating(condition) { () async throws(AgendaError) in
            var calendar = ResourceCalendar(source, self.context)
            let present = try calendar.content(href)
            try self.require(
                condition, present.map { ContentDigest($0, key: self.store.digestKey) }, href)
            var change = self.change(
                present == nil ? .add : .edit, in: source, content.summary, by: device)
            if present != body {
                change.add(
                    EventOperation(
                        uid: content.uid, calendar: source.name, href: href, before: present,
                        after: body))
            }
            return try await self.commit(change, to: [calendar])
        }
        // Where others are told of it, it is not always what was sent.
        let written = change.operations.last?.after ?? body
        return (change, ContentDigest(written, key: store.digestKey))
    }

    /// Removes a resource, as ``put(_:at:in:if:by:)`` writes one.
    ///
    /// - Returns: what was done.
    /// - Throws: `noSuchFile` if there is none and `condition` says nothing; else as ``put(_:at:in:if:by:)`` does.
    @discardableResult
    package func remove(
        _ href: String, from source: CalendarSource, if condition: ResourceChange.Condition?,
        by device: String?
    ) async throws(AgendaError) -> EventChange {
        let source = try writable(source, href)
        if source.isOnlyInStore {
            return try await removeLocal(href, from: source, if: condition, by: device)
        }
        return try await repeating(condition) { () async throws(AgendaError) in
            var calendar = ResourceCalendar(source, self.context)
            let present = try self.present(href, in: &calendar, if: condition)
            let body = try? ResourceBody(present, place: href)
            var change = self.change(.delete, in: source, body?.summary, by: device)
            change.add(
                EventOperation(
                    uid: body?.uid ?? href, calendar: source.name, href: href, before: present,
                    after: nil))
            return try await self.commit(change, to: [calendar])
        }
    }

    /// Gives a resource another name, in the same folder or another one, as one change. It is added there before it is removed
    /// here.
    ///
    /// - Parameters:
    ///   - href: its name now.
    ///   - source: where it is.
    ///   - other: its name then.
    ///   - target: where it comes to.
    ///   - overwrites: whether it takes the place of what has the name.
    ///   - condition: what it has to be now.
    ///   - device: as for ``put(_:at:in:if:by:)``.
    /// - Returns: what was done.
    /// - Throws: `eventChanged` also if the other name is taken; else as ``remove(_:from:if:by:)`` does.
    @discardableResult
    package func moveResource(
        _ href: String, from source: CalendarSource, to other: String, in target: CalendarSource,
        overwrites: Bool = false, if condition: ResourceChange.Condition? = nil,
        by device: String?
    ) async throws(AgendaError) -> EventChange {
        let (source, target) = (try writable(source, href), try writable(target, other))
        guard !source.isOnlyInStore, !target.isOnlyInStore else {
            throw AgendaError(.cannotStore, place: href)
        }
        var calendars = [ResourceCalendar(source, context)]
        if target.id != source.id { calendars.append(ResourceCalendar(target, context)) }
        let last = calendars.count - 1
        let present = try present(href, in: &calendars[0], if: condition)
        let replaced = try calendars[last].content(other)
        guard overwrites || replaced == nil else { throw AgendaError(.eventChanged, place: other) }
        let body = try? ResourceBody(present, place: href)
        var change = change(.move, in: source, body?.summary, by: device)
        let uid = body?.uid ?? href
        guard source.id != target.id || href != other else { return change }
        change.add(
            EventOperation(
                uid: uid, calendar: target.name, href: other, before: replaced, after: present))
        change.add(
            EventOperation(
                uid: uid, calendar: source.name, href: href, before: present, after: nil))
        return try await commit(change, to: calendars)
    }

    /// The calendar through which operations are made: byte for byte, if they are on whole files that still are what the
    /// operations found; else as any edit.
    func calendar(
        _ source: CalendarSource, making operations: [EventOperation]
    ) -> any WritableCalendar {
        guard source.kind == .folder, operations.allSatisfy(ResourceBody.isWhole),
            Set(operations.map(\.href)).count == operations.count
        else { return calendar(source) }
        var whole = ResourceCalendar(source, context)
        for operation in operations {
            guard let present = try? whole.content(operation.href) as [UInt8]??,
                present == operation.before
            else { return calendar(source) }
        }
        return whole
    }

    /// The source as it is registered now.
    private func writable(
        _ source: CalendarSource, _ href: String
    ) throws(AgendaError) -> CalendarSource {
        let present = try writable(source.name)
        guard present.isOnlyInStore || present.kind == .folder else {
            throw AgendaError(.readOnly, place: source.name)
        }
        let isName =
            CalendarFileName.isOfCalendar(href) && (1...255).contains(href.utf8.count)
            && href.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && href.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && !$0.hasPrefix(".")
            }
        guard isName else { throw AgendaError(.badName, place: href) }
        return present
    }

    private func change(
        _ kind: EventChange.Kind, in source: CalendarSource, _ summary: String?, by device: String?
    ) -> EventChange {
        var change = EventChange(kind, at: clock.now, calendar: source.name)
        (change.summary, change.device) = (summary, device)
        return change
    }

    /// - Throws: `eventChanged` if there is something else than a condition says.
    private func require(
        _ condition: ResourceChange.Condition?, _ present: ContentDigest?, _ href: String
    ) throws(AgendaError) {
        guard let condition, condition.digest != present else { return }
        throw AgendaError(.eventChanged, place: href)
    }

    /// A resource that has to be there.
    private func present(
        _ href: String, in calendar: inout ResourceCalendar, if condition: ResourceChange.Condition?
    ) throws(AgendaError) -> [UInt8] {
        let present = try calendar.content(href)
        try require(condition, present.map { ContentDigest($0, key: store.digestKey) }, href)
        guard let present else {
            throw AgendaError(
                .noSuchFile, place: FileSystem.path(calendar.source.location ?? "", href))
        }
        return present
    }

    /// Runs `body` again where another program was faster and it does not matter what that wrote.
    private func repeating(
        _ condition: ResourceChange.Condition?,
        _ body: () async throws(AgendaError) -> EventChange
    ) async throws(AgendaError) -> EventChange {
        for _ in 1..<StoreContext.maximalAttempts {
            do throws(AgendaError) { return try await body() } catch {
                guard condition == nil, error.reason == .eventChanged else { throw error }
            }
        }
        return try await body()
    }
}

// The local calendar.
extension CalendarEditor {
    private func putLocal(
        _ body: [UInt8], _ content: ResourceBody, at href: String, in source: CalendarSource,
        if condition: ResourceChange.Condition?, by device: String?
    ) async throws(AgendaError) -> (change: EventChange, digest: ContentDigest) {
        guard let name = SeriesName(content.kind, uid: content.uid) else {
            throw AgendaError(.cannotStore, place: content.uid)
        }
        guard ResourceRecord.localHref(name) == href else {
            throw AgendaError(.badName, place: href)
        }
        try require(condition, try store.member(href, of: source)?.digest, href)
        var calendar = LocalCalendar(source, context)
        let present = try calendar.read(name, href: href)
        var change = change(
            present.texts.isEmpty ? .add : .edit, in: source, content.summary, by: device)
        if !present.isEqual(to: body) {
            var operation = EventOperation(
                uid: content.uid, calendar: source.name, href: href, before: present.joined,
                after: nil)
            let texts = EventTexts.divided(body)
            operation.after = OwnZones(in: body).needed(by: texts, among: zones).text(with: texts)
            change.add(operation)
        }
        change = try await commit(change, to: [calendar])
        guard let member = try store.member(href, of: source) else {
            throw AgendaError(.cannotStore, place: content.uid)
        }
        return (change, member.digest)
    }

    private func removeLocal(
        _ href: String, from source: CalendarSource, if condition: ResourceChange.Condition?,
        by device: String?
    ) async throws(AgendaError) -> EventChange {
        let present = try store.member(href, of: source)
        try require(condition, present?.digest, href)
        guard present != nil, let record = try store.resource(href, of: source),
            let name = EventTexts.names(in: try store.text(of: record)).first
        else { throw AgendaError(.noSuchFile, place: href) }
        var calendar = LocalCalendar(source, context)
        let texts = try calendar.read(name, href: href)
        let summary = texts.texts.lazy.compactMap { ICalendarParser.event(in: $0).value?.summary }
        var change = change(.delete, in: source, summary.first, by: device)
        change.add(name.uid, source, texts, nil)
        return try await commit(change, to: [calendar])
    }
}
