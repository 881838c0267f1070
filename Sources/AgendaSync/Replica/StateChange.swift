/// One change of a ``SyncState``. Replicas store them in transactions.
package enum StateChange: Hashable, Sendable {
    /// Forgets everything about the resources: another incarnation of the collection, or a replica that is absent.
    /// Operations, conflicts and notes stay.
    case forget(generation: Int)
    /// Adds to what is to be fetched (in this order, after what is there already) and to what is gone, and notes what
    /// the end of the pull will store.
    case plan(fetch: [Href], gone: [Href], SyncState.Pending)
    /// Fetched, or no longer to be fetched.
    case crossOff(Href)
    /// Not gone after all.
    case isBack(Href)
    /// Sets what was agreed and crosses nothing off; `text` is the server's.
    case setBase(Base, text: [UInt8])
    /// Nothing is agreed about this place any more; it is no longer among those gone.
    case removeBase(Href)
    /// The pending token becomes the token. Whatever is still to be fetched stays so.
    case finishPull
    /// Stores an operation that is about to be sent.
    case note(Operation)
    /// The result is known.
    case settle(Operation.ID)
    /// Sets a resource apart, or counts another failure of it.
    case setApart(SetApart)
    /// The resource is well again.
    case takeBack(SetApart.Subject)
    /// Holds deletions.
    case hold(Hold)
    /// A person has decided, or nothing is left to decide.
    case release(Hold.Direction)
    /// Keeps a clash.
    case record(SyncConflict)
    /// A clash is decided.
    case resolve(SyncConflict.ID)
    /// Keeps a note.
    case tell(SyncNote)
    /// A note was read.
    case forgetNote(SyncNote.ID)
}

extension SyncState {
    /// Makes a change.
    package mutating func apply(_ change: StateChange) {
        switch change {
        case .forget(let generation):
            self.generation = generation
            (token, ctag, listed, pending) = (nil, nil, nil, nil)
            (toFetch, gone, bases, setApart, holds) = ([:], [], [:], [:], [:])
        case .plan(let fetch, let gone, let pending):
            var next = (toFetch.values.max() ?? 0) + 1
            for href in fetch where toFetch[href] == nil {
                toFetch[href] = next
                next += 1
            }
            self.gone.formUnion(gone)
            self.pending = pending
        case .crossOff(let href): toFetch[href] = nil
        case .isBack(let href): gone.remove(href)
        case .setBase(let base, _): bases[base.href] = base
        case .removeBase(let href):
            bases[href] = nil
            gone.remove(href)
        case .finishPull:
            guard let pending else { return }
            (token, ctag) = (pending.token, pending.ctag)
            listed = pending.listed ?? listed
            self.pending = nil
        case .note(let operation):
            operations[operation.id] = operation
            nextID = max(nextID, operation.id + 1)
        case .settle(let id): operations[id] = nil
        case .setApart(let item): setApart[item.subject] = item
        case .takeBack(let subject): setApart[subject] = nil
        case .hold(let hold): holds[hold.direction] = hold
        case .release(let direction): holds[direction] = nil
        case .record(let conflict):
            conflicts[conflict.id] = conflict
            nextID = max(nextID, conflict.id + 1)
        case .resolve(let id): conflicts[id] = nil
        case .tell(let note):
            notes[note.id] = note
            nextID = max(nextID, note.id + 1)
        case .forgetNote(let id): notes[id] = nil
        }
    }

    /// Makes several changes in their order.
    package mutating func apply(_ changes: some Sequence<StateChange>) {
        for change in changes { apply(change) }
    }
}
