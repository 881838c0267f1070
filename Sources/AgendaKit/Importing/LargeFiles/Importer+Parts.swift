internal import ICalendar

/// When a resource, or a source of many, is imported in batches, and how large they are.
struct LargeFileLimits: Sendable {
    /// From this size on, in bytes; smaller resources are stored as a whole.
    var minimal = 32 << 20
    /// Bytes that are read, prepared and stored together, a multiple of 16: memory for some 10,000 events, and
    /// a third of a second of work that an interruption costs. 32 MB take as long and 300 MB of memory
    /// instead of 180.
    var part = 8 << 20
    /// New resources of a source that are read, prepared and stored together: each takes 7 kB of memory.
    var resources = 1_000
}

extension Importer {
    /// Imports a large resource of which nothing is stored yet, or a part alone, in batches: with memory
    /// that does not grow with it, and so that an import that was interrupted goes on.
    ///
    /// A changed resource is not imported so: what is stored must not go before all of the new
    /// content is known to be good.
    ///
    /// - Returns: whether it was; then the sources must be looked at again.
    func importInParts(
        _ resource: ListedResource, of source: CalendarSource, _ reader: any SourceReader,
        record: ResourceRecord?, _ preparation: ImportContext, _ refresh: inout Refresh
    ) async throws(AgendaError) -> Bool {
        guard resource.size >= partSizes.minimal, record.map(\.isInParts) ?? true else {
            return false
        }
        // One that cannot be read is reported as any other.
        guard resource.failure == nil, let survey = try? await survey(resource, reader, &refresh)
        else { return false }
        var part = ResourceRecord(
            id: record?.id ?? 0, sourceID: source.id, href: resource.href,
            digest: survey.digest.inverted, zonesDigest: survey.zones.digest(key: preparation.key),
            calendarName: survey.stream.name)
        // Of another content nothing can stay.
        if let record, record.digest != part.digest { return false }
        let stored = try record.map { record throws(AgendaError) in
            try store.read {
                try SortedDigests(ComponentTable.fetchDigests(resourceID: record.id, $0))
            }
        }
        if record == nil { part.id = try store.beginParts(part) }
        var complete = part
        (complete.digest, complete.version) = (survey.digest, survey.version)
        let batches = ImportBatches(
            reader, resource, survey: survey, preparation: preparation, record: part,
            stored: stored ?? SortedDigests(), length: partSizes.part)
        refresh.batches.report.resourcesRead += 1
        progress.begin(resource.place, size: resource.size)
        let horizon = preparation.horizon
        let origin = context.origin(of: source, refresh)
        var next = await batches.next()
        while let batch = try next.get() {
            // The next batch is prepared while this one is written.
            async let ahead = batches.next()
            guard
                try store.write(
                    batch, of: part, horizon, by: origin, &refresh.batches.report)
            else { return true }
            progress.advance(batch.size, events: batch.resource.eventCount)
            next = await ahead
        }
        // The next refresh reads what came in between.
        if await !batches.isAsSurveyed { complete.version = .unknown }
        if try store.complete(part, as: complete, survey.diagnostics, horizon) {
            refresh.batches.resources.insert(resource)
        }
        return true
    }

    /// What a large resource's survey says; nil if it must be imported as a whole.
    func survey(
        _ resource: ListedResource, _ reader: any SourceReader, _ refresh: inout Refresh
    ) async throws(AgendaError) -> ResourceSurvey? {
        if let known = refresh.surveyed, known.resource == resource { return known.survey }
        let survey = try await ResourceSurvey(
            resource, reader, length: partSizes.part, key: store.digestKey)
        refresh.surveyed = (resource, survey)
        return survey
    }
}

extension ResourceRecord {
    /// Whether its import in batches may have been interrupted.
    var isInParts: Bool { version == .unknown && digest != .unknown }
}

extension ResourceSurvey {
    /// What is wrong with the resource and its zones.
    var diagnostics: [Diagnostic] {
        guard stream.isCalendar else { return [.noCalendar] + stream.diagnostics }
        return stream.diagnostics + zones.diagnostics
    }
}

extension ContentDigest {
    /// Stands for a part of the content: no refresh takes it for the whole.
    var inverted: ContentDigest { ContentDigest(high: ~high, low: ~low) }
}
