internal import ICalendar

// Mirrors: blocks are written as any edit is, as one change a run.
extension CalendarEditor {
    /// Makes the target of a mirror hold what its sources ask for. The calendars are as they were imported last.
    ///
    /// A run that is killed anywhere is completed by the next one: blocks are known by their names.
    ///
    /// - Parameters:
    ///   - mirror: which one.
    ///   - installation: the random name of this one.
    ///   - me: the reader's addresses: what they declined is not shown.
    ///   - isConfirmed: whether a person has seen what will go: then any number of blocks may go.
    ///   - refused: the files of the target that its server does not take as they are.
    ///   - most: no more blocks than these are written; nil for all.
    ///   - commits: false to learn what would change.
    /// - Returns: how it went; a run that may not write counts what it would do.
    /// - Throws: the errors of reading and writing; nothing has changed then.
    package func run(
        _ mirror: Mirror, as installation: String, me: Set<String>, isConfirmed: Bool = false,
        refused: Set<String> = [], most: Int? = nil, commits: Bool = true
    ) async throws(AgendaError) -> MirrorReport {
        guard let path = store.path else { return MirrorReport(mirror, stop: .elsewhere) }
        let file = MirrorNotes.file(database: path, secret: mirror.secret)
        let notes = try file.read() ?? MirrorNotes()
        let registered = try store.sources(counting: false)
        var calendars: [CalendarSource] = []
        for name in mirror.sources + [mirror.target] {
            guard let source = registered.first(where: { $0.name == name }) else {
                return MirrorReport(mirror, stop: .missing(name))
            }
            guard source.status != .failed else { return MirrorReport(mirror, stop: .unread(name)) }
            calendars.append(source)
        }
        let target = calendars[calendars.count - 1]
        let isForeign = mirror.owner != installation
        let isPaused = mirror.isPaused && !isConfirmed
        let writes = commits && !isForeign && !isPaused
        let today = clock.now.utc.date
        let standing = try standing(of: mirror, calendars, me, refused, today)
        if writes, !isConfirmed, notes.standing == standing {
            var report = MirrorReport(mirror)
            report.unchanged = notes.blocks.values.count { $0.removedDay == nil }
            return report
        }

        let sources = calendars.dropLast()
        let held = try store.mirrored(
            by: mirror, Array(sources), leavingOut: try writtenPaths(sources, path), today: today,
            zones: zones)
        var calendar = calendar(target)
        let present = try await present(of: mirror, in: &calendar, target, notes, today)
        let blocks = MirrorBlocks(
            mirror, held.scope, me: me, today: today, taken: Set(present.map(\.base)), zones: zones)
        let wanted = blocks.blocks(of: held.series)
        func plan(_ removedHere: Set<String>) -> MirrorPlan {
            MirrorPlan(
                mirror, wanted: wanted, present: present, TimeZoneScope(database: zones), notes,
                today: today, isConfirmed: isConfirmed, removedHere: removedHere,
                refused: refused)
        }
        var planned = plan([])
        var seriesCount = held.series.count
        if !isConfirmed, seriesCount * 2 < notes.seriesCount || !planned.held.isEmpty {
            let (count, uids) = try removedHere(mirror, blocks, since: notes.lastRun)
            seriesCount += count
            planned = plan(uids)
        }
        var report = MirrorReport(mirror)
        report.count(planned)
        if isForeign {
            report.stop = .elsewhere
        } else if isPaused {
            report.stop = .paused
        } else if let turn = present.compactMap(\.writer.strangersTurn).max() {
            report.stop = .takenOver
            if writes { try Mirrors(database: path).update(mirror.name) { $0.leave(to: turn) } }
        } else if !target.isWritable {
            report.stop = .readOnly(target.name)
        } else if !isConfirmed, seriesCount * 2 < notes.seriesCount,
            !notes.believesShrinking(at: clock.now)
        {
            report.stop = .shrunk(from: notes.seriesCount, to: held.series.count)
            if writes, notes.shrunkSince == nil {
                var notes = notes
                notes.shrunkSince = clock.now.secondsSinceEpoch
                try file.write(notes)
            }
        }
        if report.stop == nil, !isConfirmed, notes.lastRun != nil,
            report.added > max(notes.seriesCount * 2, MirrorPlan.mostAdditions)
        {
            report.stop = .grown(from: notes.seriesCount, by: report.added)
        }
        if commits {
            let steps = report.stop == nil ? planned.steps : []
            try noteOrigins(of: mirror, wanted, present, steps)
        }
        guard writes, report.stop == nil else { return report }

        var after = planned.notes
        var steps = planned.steps
        if let most, steps.count > most {
            // Blocks that are not written now are as new to the next run.
            for case .write(let block, _, nil) in steps[most...] { after.blocks[block.uid] = nil }
            steps.removeSubrange(most...)
        }
        let added = steps.compactMap { step -> String? in
            if case .write(let block, _, nil) = step { block.uid } else { nil }
        }
        if !added.isEmpty {
            var begun = notes
            begun.pending = (notes.pending ?? []).union(added)
            try file.write(begun)
        }
        after.pending = nil
        let change = try await commit(
            try await change(steps, of: mirror, to: target, in: &calendar, &after), to: [calendar])
        after.seriesCount = held.series.count
        after.shrunkSince = nil
        after.lastRun = clock.now.secondsSinceEpoch
        // What was written is looked at once more before a run believes that nothing is to do.
        let isDone = change.operations.isEmpty && planned.held.isEmpty && planned.left.isEmpty
        after.standing = isDone ? standing : nil
        if after != notes || !added.isEmpty { try file.write(after) }
        report.change = change.operations.isEmpty ? nil : change
        return report
    }

    /// Ends a mirror: removes all of its blocks from its target but those that have got guests.
    ///
    /// - Parameters:
    ///   - keepsBlocks: whether they stay, as events like others.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done.
    /// - Throws: the errors of reading and writing; nothing has changed then.
    package func end(
        _ mirror: Mirror, keepsBlocks: Bool, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        if commits { try store.setBlocks([:], of: MirrorNotes.name(of: mirror.secret)) }
        guard !keepsBlocks else {
            return EventChange(.mirror, at: clock.now, calendar: mirror.target)
        }
        let target = try writable(mirror.target)
        var notes = MirrorNotes()
        if let path = store.path {
            notes = try MirrorNotes.file(database: path, secret: mirror.secret).read() ?? notes
        }
        var calendar = calendar(target)
        let present = try await present(
            of: mirror, in: &calendar, target, notes, clock.now.utc.date)
        let steps = present.filter { !$0.hasGuests && $0.writer != .unproven }
            .map { MirrorPlan.Step.remove($0) }
        let change = try await change(steps, of: mirror, to: target, in: &calendar, &notes)
        return try await commit(change, to: [calendar], commits: commits)
    }

    /// Whether the target tells the blocks of a mirror from other events: by a name or mark that its server left them.
    ///
    /// - Throws: the errors of reading.
    package func knowsBlocks(of mirror: Mirror) async throws(AgendaError) -> Bool {
        let target = try store.source(named: mirror.target)
        var calendar = calendar(target)
        return try await !present(
            of: mirror, in: &calendar, target, MirrorNotes(), clock.now.utc.date
        ).isEmpty
    }

    // MARK: What is there

    /// The blocks of a mirror in its target.
    private func present(
        of mirror: Mirror, in calendar: inout any WritableCalendar, _ target: CalendarSource,
        _ notes: MirrorNotes, _ today: CivilDate
    ) async throws(AgendaError) -> [MirrorPlan.Present] {
        let names = MirrorNames(secret: mirror.secret)
        // A folder's files keep their names, whatever a server makes of what is in them.
        let noted = Dictionary(
            notes.blocks.filter { !$0.value.href.isEmpty }.map { ($0.value.href, $0.value.uid) },
            uniquingKeysWith: { first, _ in first })
        var blocks: [MirrorPlan.Present] = []
        for (href, uid) in try store.eventNames(
            in: target, beginning: MirrorNames.prefix, or: Set(noted.keys))
        {
            let texts = try await calendar.read(SeriesName(kind: .event, uid: uid), href: href)
            let documents = texts.texts.compactMap { ComponentDocument($0) }
            let mark = documents.lazy.flatMap { $0.properties(MirrorNames.property) }
                .compactMap { names.mark($0.value) }.first
            guard let written = mark?.uid ?? (MirrorNames.base(of: uid) != nil ? uid : noted[href]),
                let base = MirrorNames.base(of: written)
            else { continue }
            let writer =
                mark.map { names.writer($0, of: mirror) }
                ?? (notes.blocks[base.uid] == nil && notes.pending?.contains(base.uid) != true
                    ? .unproven : .owner)
            let events = texts.texts.compactMap { ICalendarParser.event(in: $0).value }
            blocks.append(
                MirrorPlan.Present(
                    base: base.uid, number: base.number, uid: uid, href: href, events: events,
                    meaning: MirrorMeaning(events, texts.scope, mirror.details), writer: writer,
                    hasGuests: documents.contains {
                        !$0.lacks("ATTENDEE") || !$0.lacks("ORGANIZER")
                    },
                    isOver: MirrorBlocks.isOver(events, texts.scope, today: today)))
        }
        return blocks
    }

    /// The files of some calendars that this installation wrote for mirrors: no source of any, even where a server took their
    /// names and marks away.
    private func writtenPaths(
        _ sources: some Sequence<CalendarSource>, _ database: String
    ) throws(AgendaError) -> Set<String> {
        var paths: Set<String> = []
        for mirror in try Mirrors(database: database).all() {
            guard let source = sources.first(where: { $0.name == mirror.target }),
                source.kind == .folder
            else { continue }
            let notes = try MirrorNotes.file(database: database, secret: mirror.secret).read()
            for block in (notes?.blocks ?? [:]).values where !block.href.isEmpty {
                paths.insert(SourceLocation.path(source: source.location, href: block.href))
            }
        }
        return paths
    }

    /// What a person changed or removed here: the UIDs, at first, of the blocks that there were before, and how many events are
    /// gone.
    ///
    /// - Parameter instant: since when, in seconds since 1970; nil for all that is remembered.
    private func removedHere(
        _ mirror: Mirror, _ blocks: MirrorBlocks, since instant: Int?
    ) throws(AgendaError) -> (count: Int, uids: Set<String>) {
        let names = MirrorNames(secret: mirror.secret)
        var (count, uids) = (0, Set<String>())
        for change in try store.history()
        where !change.isSynced && change.instant.secondsSinceEpoch >= instant ?? .min {
            for operation in change.operations where mirror.sources.contains(operation.calendar) {
                if operation.after == nil { count += 1 }
                uids.insert(names.uid(of: operation.uid))
                let before = MirroredCalendar(operation.before ?? [], zones: zones)
                uids.formUnion(blocks.blocks(of: before.series).map(\.uid))
            }
        }
        return (count, uids)
    }

    /// Notes which events in the target are blocks, and of which: in our own lists they stand behind these. One with guests is a
    /// meeting of its own.
    ///
    /// - Parameter steps: what the run is about to do.
    private func noteOrigins(
        of mirror: Mirror, _ wanted: [MirrorBlock], _ present: [MirrorPlan.Present],
        _ steps: [MirrorPlan.Step]
    ) throws(AgendaError) {
        var origins: [String: MirroredTable.Origin] = [:]
        for block in wanted {
            origins[block.uid] = MirroredTable.Origin(uid: block.origin, isPart: block.isPart)
        }
        var blocks: [String: MirroredTable.Origin] = [:]
        for block in present where !block.hasGuests { blocks[block.uid] = origins[block.base] }
        for step in steps {
            switch step {
            case .remove(let block): blocks[block.uid] = nil
            case .write(let block, let uid, nil): blocks[uid] = origins[block.uid]
            case .write: break
            }
        }
        try store.setBlocks(blocks, of: MirrorNotes.name(of: mirror.secret))
    }

    /// What decides what a run finds: the same means that it finds the same.
    private func standing(
        of mirror: Mirror, _ calendars: [CalendarSource], _ me: Set<String>,
        _ refused: Set<String>, _ today: CivilDate
    ) throws(AgendaError) -> String {
        // With what runs note: an earlier version's runs noted less.
        var words = ["2", today.iso, mirror.target, mirror.title, mirror.zone, mirror.owner]
        words += ["\(mirror.days) \(mirror.isPrivate) \(mirror.isFlat) \(mirror.turn)"]
        words += mirror.details.map(\.rawValue).sorted() + me.sorted() + refused.sorted()
        // Rules, and what is called the same, change no calendar.
        words.append(try store.rules().text)
        words += try store.sameUIDs().map { $0.sorted().joined(separator: " ") }.sorted()
        for source in calendars {
            let token = try store.memberToken(of: source)
            words.append("\(source.name) \(source.makesBusy) \(token.revision) \(token.nonce)")
        }
        return NameDigest(words.joined(separator: "\n")).hex
    }

    // MARK: What is done

    /// The steps as one change.
    ///
    /// - Parameter notes: get the names of the files that are new.
    private func change(
        _ steps: [MirrorPlan.Step], of mirror: Mirror, to target: CalendarSource,
        in calendar: inout any WritableCalendar, _ notes: inout MirrorNotes
    ) async throws(AgendaError) -> EventChange {
        let names = MirrorNames(secret: mirror.secret)
        var change = EventChange(.mirror, at: clock.now, calendar: target.name)
        change.summary = mirror.name
        for step in steps {
            switch step {
            case .remove(let block):
                let present = try await calendar.read(
                    SeriesName(kind: .event, uid: block.uid), href: block.href)
                change.add(
                    EventOperation(
                        uid: block.uid, calendar: target.name, href: block.href,
                        before: present.joined, after: nil))
            case .write(let block, let uid, let old):
                let name = SeriesName(kind: .event, uid: old?.uid ?? uid)
                let present = try await calendar.read(name, href: old?.href)
                let text = block.text(
                    uid: name.uid, mark: names.mark(of: uid, by: mirror.owner, turn: mirror.turn),
                    sequence: notes.blocks[block.uid]?.sequence ?? 0, stamp: clock.now, zones: zones
                )
                change.add(
                    EventOperation(
                        uid: name.uid, calendar: target.name, href: present.href,
                        before: present.joined, after: text))
                notes.blocks[block.uid]?.href = present.href
            }
        }
        return change
    }
}

extension MirrorNotes {
    /// Whether the sources have been as small as they are for an hour.
    fileprivate func believesShrinking(at now: Instant) -> Bool {
        shrunkSince.map { now.secondsSinceEpoch - $0 >= 3_600 } ?? false
    }
}

extension MirrorReport {
    /// Counts what a plan does.
    fileprivate mutating func count(_ plan: MirrorPlan) {
        for step in plan.steps {
            switch step {
            case .remove: removed += 1
            case .write(_, _, let old): if old == nil { added += 1 } else { changed += 1 }
            }
        }
        (unchanged, held) = (plan.unchanged, plan.held.count)
        (left, released) = (plan.left.count, plan.released.count)
    }
}

extension EventStore {
    /// The files and UIDs of a source's events whose UID begins with a word, or whose file is one of some.
    fileprivate func eventNames(
        in source: CalendarSource, beginning prefix: String, or hrefs: Set<String>
    ) throws(AgendaError) -> [(href: String, uid: String)] {
        try read { database in
            var names: [(href: String, uid: String)] = []
            let reader = try RowReader(
                """
                SELECT DISTINCT resource.href, series.uid FROM resource
                JOIN series ON series.resource_id = resource.id
                JOIN event ON event.series_id = series.id
                WHERE resource.source_id = ? ORDER BY resource.href, series.uid
                """, database)
            try reader.forEach(source.id) { row in
                let (href, uid) = (row.text(0), row.text(1))
                if uid.hasPrefix(prefix) || hrefs.contains(href) { names.append((href, uid)) }
            }
            return names
        }
    }
}
