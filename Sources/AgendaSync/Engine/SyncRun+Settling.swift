internal import ICalendar

/// Step 1: operations whose fate is unknown, because the answer never came or the process ended.
extension SyncRun {
    mutating func settleOperations() async throws(SyncStop) {
        for operation in state.operations.values.sorted(by: { $0.id < $1.id }) {
            try checkCancellation()
            try settle(operation, try await get(operation.href))
        }
    }

    /// Settles an operation by what the server has now.
    mutating func settle(_ operation: Operation, _ found: FetchResult) throws(SyncStop) {
        let href = operation.href
        switch found {
        case .failed: blocked.insert(href)
        case .missing:
            var changes: [StateChange] = [.settle(operation.id)]
            switch operation.kind {
            case .create: break
            case .update:
                if state.bases[href] != nil {
                    changes.append(.plan(fetch: [], gone: [href], pendingAsItIs))
                }
            case .delete: changes.append(.removeBase(href))
            }
            try commit([], changes)
        case .found(let text, let etag):
            if operation.kind == .delete, try isAsAgreed(href, text, etag) {
                // It did not arrive. The base without resource is a deletion still.
                try commit([], [.settle(operation.id)])
            } else {
                try reconcileAlone(operation, text, etag)
            }
        }
    }

    /// Whether the server still has what was agreed.
    func isAsAgreed(_ href: Href, _ text: [UInt8], _ etag: ETag?) throws(SyncStop) -> Bool {
        guard let base = state.bases[href] else { return false }
        if let etag, !etag.isWeak, etag == base.etag { return true }
        return try baseText(href) == text
    }

    /// Reconciles the result of an operation, and settles it whatever is decided.
    mutating func reconcileAlone(
        _ operation: Operation, _ text: [UInt8], _ etag: ETag?, isOwn: Bool = false
    ) throws(SyncStop) {
        known = nil
        for _ in 0..<3 {
            var batch = Batch(nextID: state.nextID)
            var result = operation
            // What a deletion sent is no text.
            if case .delete = operation.kind { result.text = [] }
            try reconcile(
                operation.href, text, etag, operation: result.text.isEmpty ? nil : result,
                isOwn: isOwn, into: &batch)
            if try store(batch).isEmpty {
                if state.operations[operation.id] != nil { try commit([], [.settle(operation.id)]) }
                return
            }
        }
        // The resource keeps changing: the next synchronisation looks again.
        blocked.insert(operation.href)
    }
}

/// What the server says no to.
extension SyncRun {
    /// Stores a refusal, of which some are about more than the resource.
    mutating func refuse(
        _ operation: Operation, _ error: DAVError, _ digest: ContentDigest?
    ) async throws(SyncStop) {
        switch WriteVerdict(error) {
        case .stop:
            // What may have arrived is looked at first the next time.
            if !error.mayHaveArrived { try commit([], [.settle(operation.id)]) }
            throw stop(error)
        case .quota:
            try commit([], [.settle(operation.id)])
            report.isFull = true
            return
        case .readOnly:
            try commit([], [.settle(operation.id)])
            do {
                report.isReadOnly = try await sync.client.state(of: sync.collection).isReadOnly
            } catch {
                throw stop(error)
            }
            if report.isReadOnly { return }
        case .look, .refused: break
        }
        let reason = SetApart.Reason.answered(
            status: error.status ?? 0, condition: error.condition)
        let subject = SetApart.Subject.sending(name: operation.name)
        // A lock is often that of a request whose client was killed, and lasts for its milliseconds.
        let isShort = error.isLocked && state.setApart[subject] == nil
        try commit(
            [],
            [.settle(operation.id)]
                + setApart(subject, reason, digest: digest, isDueAtOnce: isShort))
    }
}
