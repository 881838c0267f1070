/// One resource to the server: noted, sent, and its answer stored.
extension SyncRun {
    /// How often a resource that others change at the same time is merged and sent again.
    private static let attempts = 4

    /// Sends a resource that has a base.
    ///
    /// - Returns: Whether anything has changed, here or there.
    mutating func sendUpdate(_ href: Href) async throws(SyncStop) -> Bool {
        var (hasChanged, isTagUseless) = (false, false)
        for _ in 0..<Self.attempts {
            guard let base = state.bases[href], let local = try read(base.name) else { break }
            let digest = state.digest(local.bytes)
            guard digest != base.digest, !isApart(base.name, digest), !isWaiting(base.name),
                !blocked.contains(href), SyncedText(local.bytes) != nil
            else { break }
            var condition = Precondition.present
            if let etag = base.etag, !isTagUseless {
                condition = .matches(etag)
            } else {
                switch try await get(href) {
                case .found(let text, let etag):
                    if try !isAsAgreed(href, text, etag) {
                        try reconcileFound(href, text, etag)
                        hasChanged = true
                        continue
                    }
                case .missing:
                    try forgetDeleted(base)
                    return try await sendNew(base.name, at: href) || hasChanged
                case .failed: return hasChanged
                }
            }
            let operation = Operation(
                id: state.nextID, .update, href: href, name: base.name, text: local.bytes,
                etag: base.etag)
            switch try await put(operation, local, condition) {
            case .done: return true
            case .refused: return hasChanged
            case .again: hasChanged = true
            case .tagUseless:
                if isTagUseless { return hasChanged }
                isTagUseless = true
            case .deleted:
                try forgetDeleted(base)
                return try await sendNew(base.name, at: href) || hasChanged
            }
        }
        return hasChanged
    }

    /// Sends a resource that has no base.
    mutating func sendNew(_ name: String, at place: Href? = nil) async throws(SyncStop) -> Bool {
        guard let local = try read(name), let text = SyncedText(local.bytes),
            !isApart(name, state.digest(local.bytes))
        else { return false }
        let derived = ResourceNames.hexadecimal(text.uid)
        let names = [ResourceNames.remote(for: name, uid: text.uid), derived + ".ics"]
        for href in [place].compactMap({ $0 }) + names.map({ sync.collection.appending($0) })
        where state.bases[href] == nil && !blocked.contains(href) {
            let operation = Operation(
                id: state.nextID, .create, href: href, name: name, text: local.bytes)
            switch try await put(operation, local, .absent) {
            case .done: return true
            case .refused, .tagUseless: return false
            case .again: return try await sendUpdate(href) || true
            // Another resource has the place.
            case .deleted: continue
            }
        }
        return false
    }

    /// The resource was deleted on the server while it was changed here: the change stands.
    private mutating func forgetDeleted(_ base: Base) throws(SyncStop) {
        let note = SyncNote(id: state.nextID, name: base.name, time: sync.now(), .deletionUndone)
        try commit([], [.removeBase(base.href), .tell(note)])
    }

    /// Reconciles what a look at the server found.
    mutating func reconcileFound(
        _ href: Href, _ text: [UInt8], _ etag: ETag?
    ) throws(SyncStop) {
        for _ in 0..<3 {
            var batch = Batch(nextID: state.nextID)
            try reconcile(href, text, etag, into: &batch)
            if try store(batch).isEmpty { return }
        }
        blocked.insert(href)
    }

    /// What became of a PUT.
    private enum PutOutcome {
        /// The server has it.
        case done
        /// The server refuses it; it is set apart.
        case refused
        /// Somebody else's version was merged: what is left to send is sent with its tag.
        case again
        /// The server cannot compare its own tag.
        case tagUseless
        /// What was to be replaced is gone; or, for a new one, the place is another resource's.
        case deleted
    }

    private mutating func put(
        _ operation: Operation, _ local: LocalText, _ condition: Precondition
    ) async throws(SyncStop) -> PutOutcome {
        try commit([], [.note(operation)])
        let answer: Result<PutResult, DAVError>
        do {
            answer = .success(
                try await sync.client.put(operation.text, to: operation.href, if: condition))
        } catch {
            answer = .failure(error)
        }
        switch answer {
        case .success(let result):
            guard try await accept(operation, local, result.etag) else { return .refused }
            report.sent += 1
            return .done
        case .failure(let error):
            guard WriteVerdict(error) == .look else {
                try await refuse(operation, error, state.digest(operation.text))
                return .refused
            }
            return try await lookAfter(operation, error, condition)
        }
    }

    /// The base becomes what was sent: a later change of the resource stays one. How the server has it is fetched with the
    /// next pull, since most rewrite it and yet tell a strong tag; at once where there is no tag to know it by.
    ///
    /// - Returns: Whether the server has it: a proxy may say yes in its place.
    private mutating func accept(
        _ operation: Operation, _ local: LocalText, _ etag: ETag?
    ) async throws(SyncStop) -> Bool {
        if let etag, !etag.isWeak {
            let base = Base(
                href: operation.href, name: operation.name, etag: etag,
                digest: state.digest(operation.text), version: local.version)
            try commit(
                [],
                [
                    .setBase(base, text: operation.text), .settle(operation.id),
                    .takeBack(.sending(name: operation.name)),
                    .plan(fetch: [operation.href], gone: [], pendingAsItIs),
                ])
            return true
        }
        let found = try await get(operation.href)
        if case .found(let text, let etag) = found,
            text != (try baseText(operation.href)) || text == operation.text
        {
            try reconcileAlone(operation, text, etag, isOwn: true)
            try commit([], [.takeBack(.sending(name: operation.name))])
            return true
        }
        try settle(operation, found)
        let refused = SetApart.Reason.answered(status: 200, condition: nil)
        try commit(
            [],
            setApart(
                .sending(name: operation.name), refused, digest: state.digest(operation.text)))
        return false
    }

    /// Looks at the resource after an answer that said no, or that said nothing.
    private mutating func lookAfter(
        _ operation: Operation, _ error: DAVError, _ condition: Precondition
    ) async throws(SyncStop) -> PutOutcome {
        let found = try await get(operation.href)
        if case .failed = found {
            blocked.insert(operation.href)
            return .refused
        }
        let isNew = operation.kind == .create
        var present: (text: [UInt8], etag: ETag?)?
        if case .found(let text, let etag) = found { present = (text, etag) }
        switch WriteRecheck(
            sent: operation.text, replacing: operation.etag, isNew: isNew, found: present)
        {
        case .refused:
            try await checkCalendar(error)
            try await refuse(operation, error, state.digest(operation.text))
            return .refused
        case .deleted:
            try await checkCalendar(error)
            try commit([], [.settle(operation.id)])
            return .deleted
        case .unchanged:
            if error.status == 412, operation.etag?.isWeak == true, condition != .present {
                try commit([], [.settle(operation.id)])
                return .tagUseless
            }
            try await refuse(operation, error, state.digest(operation.text))
            return .refused
        case .other:
            guard let present else { return .refused }
            if isNew, SyncedText(present.text)?.uid != SyncedText(operation.text)?.uid {
                try commit([], [.settle(operation.id)])
                return .deleted
            }
            try reconcileAlone(operation, present.text, present.etag)
            return .again
        }
    }

    /// Where a resource's place is missing, the calendar may be: nothing in it is to be taken for deleted then.
    private func checkCalendar(_ error: DAVError) async throws(SyncStop) {
        guard [404, 409, 410].contains(error.status) else { return }
        do {
            _ = try await sync.client.state(of: sync.collection)
        } catch {
            throw error.isMissing ? .calendarGone(sync.collection) : stop(error)
        }
    }

    /// Deletes a resource on the server, if it is still what was agreed.
    mutating func sendDeletion(_ href: Href) async throws(SyncStop) -> Bool {
        guard let base = state.bases[href], try read(base.name) == nil, !isApart(base.name, nil)
        else { return false }
        var etag = base.etag
        if etag?.isWeak ?? true {
            etag = nil
            switch try await get(href) {
            case .found(let text, let etag):
                if try !isAsAgreed(href, text, etag) {
                    try reconcileFound(href, text, etag)
                    return true
                }
            case .missing:
                try commit([], [.removeBase(href)])
                return true
            case .failed: return false
            }
        }
        let operation = Operation(
            id: state.nextID, .delete, href: href, name: base.name, etag: base.etag)
        try commit([], [.note(operation)])
        var refusal = await refusal(ofDeleting: href, etag)
        if let error = refusal, WriteVerdict(error) == .look {
            let found = try await get(href)
            guard case .found(let text, let tag) = found, try isAsAgreed(href, text, tag) else {
                try settle(operation, found)
                return true
            }
            // The answer to a PUT, or a listing, told another tag than the one that the server compares.
            if let tag, tag != etag, !tag.isWeak {
                refusal = await self.refusal(ofDeleting: href, tag)
            }
        }
        if let refusal {
            try await refuse(operation, refusal, nil)
            return false
        }
        try commit(
            [], [.removeBase(href), .settle(operation.id), .takeBack(.sending(name: base.name))])
        report.deletedThere += 1
        return true
    }

    /// Why the server does not delete a resource; nil if it has, or has it no longer.
    private func refusal(ofDeleting href: Href, _ etag: ETag?) async -> DAVError? {
        do {
            try await sync.client.delete(href, ifMatches: etag)
            return nil
        } catch {
            return error.isMissing ? nil : error
        }
    }
}
