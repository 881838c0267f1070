package import AgendaKit
package import ICalendar

// What can be done to an item. Each verb asks the person how much of one that repeats is meant where no scope is given.
extension ItemTarget {
    /// Edits that were made, and which of the new times clocks skip.
    package typealias Edited = (change: EventChange, gaps: [Message])

    /// Changes it, or moves it to another calendar.
    ///
    /// - Parameters:
    ///   - calendar: of an event, as typed; nil to leave it where it is.
    ///   - parent: of a to-do, an id or words of the one that it is to be a part of.
    ///   - everywhere: whether all writable copies change.
    package func edit(
        _ edits: ItemEdits, _ scope: RecurrenceScope? = nil, to calendar: String? = nil,
        partOf parent: String? = nil, everywhere: Bool = false, isDryRun: Bool = false
    ) async throws -> Outcome {
        var edits = edits
        if let parent { edits.parent = try await uid(ofParent: parent) }
        let part = try part(scope, for: .change)
        let edited: Edited
        if let calendar {
            edited = try await move(
                part, edits, to: calendar, everywhere: everywhere, isDryRun: isDryRun)
        } else {
            let drafts = try await editor.drafts(
                of: part.event, scope: part.scope, everywhere: everywhere)
            edited = try await change(drafts, by: edits, shown: person.zone) {
                try await editor.edit($0, commits: !isDryRun)
            }
        }
        return try await outcome(edited, part, everywhere: everywhere, isDryRun: isDryRun)
    }

    private func move(
        _ part: Part, _ edits: ItemEdits, to calendar: String, everywhere: Bool, isDryRun: Bool
    ) async throws -> Edited {
        guard part.scope == .all else {
            throw CommandFailure.usage("--calendar moves whole events: use --scope all")
        }
        guard !everywhere else {
            throw CommandFailure.usage(
                "--everywhere cannot be combined with --calendar \(calendar)")
        }
        let name = try CalendarChoice.target(calendar, in: store, for: person)
        if edits.isEmpty {
            return (try await editor.move(part.event, to: name, commits: !isDryRun), [])
        }
        let draft = try await editor.draft(of: part.event, scope: part.scope)
        return try await change([draft], by: edits, shown: person.zone) {
            try await editor.move($0[0], to: name, commits: !isDryRun)
        }
    }

    /// What a person should know of edits that were made.
    package func outcome(
        _ edited: Edited, _ part: Part, everywhere: Bool = false, isDryRun: Bool
    ) async throws -> Outcome {
        let change = edited.change
        let isMove = change.kind == .move
        var notes: [Outcome.Note] = person.isQuiet ? [] : edited.gaps.map { .said($0) }
        if todo == nil, !isJournal, !person.isQuiet, !change.operations.isEmpty {
            if !isMove {
                notes += copies(left: change, everywhere: everywhere).map { .said($0) }
            }
            if !isDryRun, ChangeText.concernsTime(change) {
                // Of a series that is split, the days before stay as they were.
                let new = change.operations.filter { part.scope == .future && $0.before == nil }
                notes += try await Outcome.Note.overlaps(
                    of: Set((new.isEmpty ? change.operations : new).map(\.uid)),
                    instance: part.scope == .this ? part.event.recurrenceID : nil, in: store,
                    person)
            }
        }
        return outcome(
            isMove ? .move(to: change.operations.first?.calendar ?? "") : .change, part.scope,
            change, notes, isDryRun: isDryRun)
    }

    /// Deletes it.
    ///
    /// - Parameters:
    ///   - everywhere: whether all writable copies of an event go.
    ///   - withSubtasks: whether the parts of a to-do go, too.
    package func delete(
        _ scope: RecurrenceScope? = nil, everywhere: Bool = false, withSubtasks: Bool = false,
        isDryRun: Bool = false
    ) async throws -> Outcome {
        let (event, scope) = try part(scope, for: .delete)
        let editor = editor
        guard todo != nil else {
            let change = try await editor.delete(
                event, scope: scope, everywhere: everywhere, commits: !isDryRun)
            let notes = copies(left: change, everywhere: everywhere).map { Outcome.Note.said($0) }
            return outcome(.delete, scope, change, notes, isDryRun: isDryRun)
        }
        return try await together(
            .delete, scope, try await subtasks(withSubtasks), withSubtasks,
            leaves: scope == .all || !event.isRecurring, isDryRun: isDryRun
        ) { (part) throws(AgendaError) in
            try await editor.delete(
                part, scope: part.id == event.id ? scope : .all, commits: false)
        }
    }

    /// Moves a to-do to another calendar, whole if it repeats.
    package func move(
        to calendar: String, withSubtasks: Bool = false, isDryRun: Bool = false
    ) async throws -> Outcome {
        let (editor, whole) = (editor, occurrence)
        let name = try CalendarChoice.target(calendar, in: store, for: person)
        let parts = try await subtasks(withSubtasks).filter {
            $0.occurrence.calendar == whole.calendar
        }
        return try await together(
            .move(to: name ?? calendar), .all, parts, withSubtasks, isDryRun: isDryRun
        ) { (part) throws(AgendaError) in
            try await editor.move(part, to: name, commits: false)
        }
    }

    /// Gives a to-do another status; its open parts get it, too, with their whole.
    ///
    /// - Parameter scope: of one to be cancelled that repeats; any other status is that of an instance.
    package func setStatus(
        _ status: Todo.Status, _ scope: RecurrenceScope? = nil, withSubtasks: Bool = false,
        isDryRun: Bool = false
    ) async throws -> Outcome {
        let verb: ChangeVerb =
            status == .cancelled ? .cancel : status == .completed ? .complete : .reopen
        let scope = verb == .cancel ? try part(scope, for: verb).scope : .this
        let parts =
            verb == .reopen ? [] : try await subtasks(withSubtasks).filter { !$0.isClosed }
        let (editor, whole) = (editor, occurrence)
        var done = try await together(
            verb, scope, parts, withSubtasks, isDryRun: isDryRun
        ) { (part) throws(AgendaError) in
            try await editor.setStatus(
                status, of: part, wholeSeries: scope == .all && part.id == whole.id,
                commits: false)
        }
        if !isDryRun, !person.isQuiet, verb != .reopen, scope == .this, !done.isEmpty,
            whole.recurrenceID != nil
        {
            var id = whole.id
            id.recurrenceID = nil
            let items = try await store.provider(person).todos(named: id.description)
            done.notes.append(.next(items.first { !$0.isClosed }))
        }
        return done
    }

    /// Copies an event to another day or calendar.
    ///
    /// - Parameters:
    ///   - when: as typed; nil to keep the time.
    ///   - calendar: as typed; nil for the event's own, or the person's if that is read-only.
    package func copy(
        to when: String?, in calendar: String?, _ scope: RecurrenceScope? = nil,
        isDryRun: Bool = false
    ) async throws -> Outcome {
        let (event, scope) = try part(scope, for: .copy(to: ""))
        let own = isWritable ? event.calendar : nil
        let place =
            calendar == nil
            ? own : try CalendarChoice.target(calendar, in: store, for: person)
        var edits = ItemEdits()
        (edits.start, edits.isCopy) = (when, when != nil)
        let draft = try await editor.draft(copying: event, scope: scope)
        let ((id, change), gaps) = try await self.change([draft], by: edits, shown: person.zone) {
            try await editor.copy($0[0], to: place, commits: !isDryRun)
        }
        var done = outcome(
            .copy(to: change.calendar), scope, change,
            person.isQuiet ? [] : gaps.map { .said($0) }, isDryRun: isDryRun)
        guard !isDryRun else { return done }
        done.id = id
        let new = try store.details(of: id.description, person).occurrence
        done.deed = .copy(new, calendar: change.calendar)
        return done
    }

    // MARK: Parts of these

    /// Does the same to an item and its parts, as one change.
    ///
    /// - Parameter leaves: whether parts that do not go along are left behind.
    private func together(
        _ verb: ChangeVerb, _ scope: RecurrenceScope, _ parts: [TodoItem], _ withSubtasks: Bool,
        leaves: Bool = true, isDryRun: Bool,
        plan: @Sendable (AgendaEvent) async throws(AgendaError) -> EventChange
    ) async throws -> Outcome {
        let along = withSubtasks ? parts : []
        let change = try await editor.together(
            [occurrence] + along.map(\.occurrence), commits: !isDryRun, plan: plan)
        let isLeft = leaves && !withSubtasks && !parts.isEmpty && !change.operations.isEmpty
        return outcome(
            verb, scope, with: along, change,
            isLeft && !person.isQuiet ? [.left(parts, verb)] : [], isDryRun: isDryRun)
    }

    private func outcome(
        _ verb: ChangeVerb, _ scope: RecurrenceScope, with parts: [TodoItem] = [],
        _ change: EventChange, _ notes: [Outcome.Note], isDryRun: Bool
    ) -> Outcome {
        Outcome(
            deed: .item(verb, self, scope, with: parts), change: change, isDryRun: isDryRun,
            notes: notes, editor: editor, person: person)
    }

    /// Its parts and theirs; none where they stay, and nobody hears of it.
    private func subtasks(_ goAlong: Bool) async throws -> [TodoItem] {
        guard goAlong || !person.isQuiet else { return [] }
        let all = try await store.provider(person).todos()
        return TodoItem.parts(of: occurrence.uid, among: all)
    }

    /// The `UID` of a new parent, which must not be a part of the to-do itself; empty for none.
    package func uid(ofParent parent: String) async throws -> String {
        if ItemEdits.isNone(parent) { return "" }
        let found = try await ItemChoice.parent(parent, in: reading)
        try await requireNoPart(found.uid, named: parent)
        return found.uid
    }

    /// Refuses a parent that is the to-do itself, or a part of it.
    ///
    /// - Parameters:
    ///   - uid: the parent's `UID`.
    ///   - name: as typed.
    package func requireNoPart(_ uid: String, named name: String? = nil) async throws {
        let all = try await store.provider(person).todos()
        let parents = Dictionary(
            all.map { ($0.occurrence.uid, $0.parent) }, uniquingKeysWith: { first, _ in first })
        var next: String? = uid
        for _ in 0...all.count {
            guard let uid = next else { break }
            if uid == occurrence.uid {
                throw CommandFailure.usage(
                    "--parent \(name ?? uid): a to-do cannot be a part of itself")
            }
            next = parents[uid] ?? nil
        }
    }
}
