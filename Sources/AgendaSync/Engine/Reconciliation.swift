internal import CalendarMerge

/// What a device makes of a text that the server has: a decision without any reading or writing.
struct Reconciliation {
    /// What is decided.
    struct Decision: Hashable {
        /// What the replica's resource is from now on; nil where it stays deleted.
        var text: [UInt8]?
        /// The text of the replica that needs no sending.
        var agreed: [UInt8]
        /// What both sides changed, and one value was lost.
        var clashes: [String] = []
        /// Whether the resource waits for a person.
        var isOpen = false
        /// Whether a deletion on this device was undone by a change on the server.
        var undoesDeletion = false
        /// What the server dropped of what was sent, and this device keeps.
        var dropped: [String] = []
        /// The text to keep as another resource, where the policy keeps both.
        var copy: [UInt8]?
    }

    /// What was agreed; nil where nothing was.
    var base: [UInt8]?
    /// What this device sent, if the server's text may be its form of that.
    var sent: [UInt8]?
    /// Whether that is certain, because the server has the version that it answered to the sending.
    var isOwn = false
    /// The replica's text; nil where there is none.
    var mine: [UInt8]?
    /// Whether the replica's text needs no sending.
    var isClean = false
    /// The server's text.
    var theirs: [UInt8]
    /// Knows the zones and the policy.
    var merging: ThreeWayMerge

    /// The decision; nil where a text is none that can be merged, and none of them may be lost.
    func decision() -> Decision? {
        if let sent, isOwn || holds(sent) { return afterSending(sent) }
        guard let mine else { return afterDeletion(of: base) }
        if isClean, base == mine { return Decision(text: theirs, agreed: theirs) }
        return merged(base: base, mine: mine, theirs: theirs)
    }

    /// Whether the server's text has all changes that were sent, so that it does not matter whose they are.
    private func holds(_ sent: [UInt8]) -> Bool {
        guard let result = merging.merge(base: base, mine: sent, theirs: theirs) else {
            return false
        }
        return result.text == theirs && result.clashes.isEmpty
    }

    /// The server has what was sent, in its own form. What it dropped is its loss and no person's deletion.
    private func afterSending(_ sent: [UInt8]) -> Decision? {
        var union = merging
        union.policy = .server
        let whole = union.merge(base: nil, mine: sent, theirs: theirs)?.text ?? theirs
        var decision: Decision?
        if mine == sent {
            decision = Decision(text: whole, agreed: whole)
        } else if let mine {
            decision = merged(base: sent, mine: mine, theirs: whole)
        } else if isOwn {
            decision = Decision(text: nil, agreed: whole)
        } else {
            // Somebody may have changed it since.
            return afterDeletion(of: sent)
        }
        if whole != theirs, let kept = SyncedText(whole), let there = SyncedText(theirs) {
            decision?.dropped = kept.properties(missingIn: there)
        }
        return decision
    }

    /// The resource was deleted here. If the server's text means what it meant then, it stays deleted.
    private func afterDeletion(of base: [UInt8]?) -> Decision? {
        guard let base else { return Decision(text: theirs, agreed: theirs) }
        if base == theirs { return Decision(text: nil, agreed: theirs) }
        if let result = merging.merge(base: base, mine: nil, theirs: theirs), result.text == nil {
            return Decision(text: nil, agreed: theirs)
        }
        return Decision(text: theirs, agreed: theirs, undoesDeletion: true)
    }

    private func merged(base: [UInt8]?, mine: [UInt8], theirs: [UInt8]) -> Decision? {
        guard let result = merging.merge(base: base, mine: mine, theirs: theirs),
            let text = result.text
        else { return nil }
        var decision = Decision(text: text, agreed: isClean ? text : theirs)
        decision.clashes = result.clashes.map(\.property)
        guard result.losesMine || merging.policy == .ask, !result.clashes.isEmpty else {
            return decision
        }
        switch merging.policy {
        case .ask:
            // What does not clash is put in place; what clashes stays as it is here until a person has decided.
            var own = merging
            own.policy = .mine
            let text = own.merge(base: base, mine: mine, theirs: theirs)?.text
            (decision.text, decision.isOpen) = (text ?? mine, true)
        case .both: decision.copy = mine
        case .server, .mine, .newer: break
        }
        return decision
    }
}
