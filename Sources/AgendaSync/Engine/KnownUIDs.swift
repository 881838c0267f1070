/// Which resource of the replica an unknown one of the server may be: one that was made here before it came, such as in
/// a folder that is adopted, or one whose place on the server has changed.
struct KnownUIDs {
    /// Names of the resources without base, by UID.
    var added: [String: String] = [:]
    /// Bases that are gone from the server, by UID.
    var gone: [String: Href] = [:]
    /// All names of bases.
    var names: Set<String> = []
}

extension SyncRun {
    /// Where a resource of the server belongs.
    struct Place {
        /// The name in the replica.
        var name: String
        /// Whose base it continues: its own, that of its old place, or none.
        var agreed: Href?
    }

    /// - Parameters:
    ///   - batch: What is to be placed already.
    ///   - operation: Whose result it is.
    mutating func place(
        of href: Href, uid: String, _ operation: Operation?, in batch: Batch
    ) throws(SyncStop) -> Place {
        let base = state.bases[href]
        if let name = base?.name ?? operation?.name, !isTaken(name, of: base, in: batch) {
            let agreed = base?.href
            if let local = try read(name) {
                if base != nil || SyncedText(local.bytes)?.uid == uid {
                    return Place(name: name, agreed: agreed)
                }
            } else {
                // Deleted here, or renamed.
                (lastLook, known) = (nil, nil)
                let renamed = try knownUIDs().added[uid]
                return Place(name: renamed ?? name, agreed: agreed)
            }
        }
        let known = try knownUIDs()
        if let name = known.added[uid], !isTaken(name, of: nil, in: batch) {
            return Place(name: name)
        }
        if let old = known.gone[uid], let base = state.bases[old], !batch.names.contains(base.name)
        {
            return Place(name: base.name, agreed: old)
        }
        let name = try ResourceNames.local(for: href) { (name) throws(SyncStop) in
            if isTaken(name, of: nil, in: batch) { return true }
            return try read(name) != nil
        }
        return Place(name: name)
    }

    private func isTaken(_ name: String, of base: Base?, in batch: Batch) -> Bool {
        if base != nil { return false }
        return batch.names.contains(name) || known?.names.contains(name) ?? false
    }

    private mutating func knownUIDs() throws(SyncStop) -> KnownUIDs {
        if let known { return known }
        var known = KnownUIDs()
        known.names = Set(state.bases.values.map(\.name))
        if case .differences(let look, _) = try look() {
            known.added = try uids(of: look.added)
        }
        for href in state.gone {
            if let text = try baseText(href), let uid = SyncedText(text)?.uid {
                known.gone[uid] = href
            }
        }
        self.known = known
        return known
    }

    /// Names by UID; of several resources of one UID the first.
    func uids(of names: [String]) throws(SyncStop) -> [String: String] {
        var found: [String: String] = [:]
        for name in names {
            guard let text = try read(name)?.bytes, let uid = SyncedText(text)?.uid else {
                continue
            }
            found[uid] = found[uid] ?? name
        }
        return found
    }
}
