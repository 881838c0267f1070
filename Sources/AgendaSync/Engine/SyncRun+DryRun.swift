/// What would be done, without doing it.
extension SyncRun {
    mutating func planAll() async throws(SyncStop) {
        report.planned = state.operations.values.map(\.href).sorted().map { .settle($0) }
        let plan = try await whatChanged()
        let fetch = Set(state.fetchOrder + (plan?.fetch ?? []))
        report.planned += fetch.sorted().map { .fetch($0) }
        let gone = state.gone.subtracting(plan?.back ?? []).union(plan?.gone ?? [])
        let hold = DeletionGuard.hold(
            .fromServer, gone, held: state.holds[.fromServer], of: state.bases.count,
            now: sync.now(), asksWhenEmptied: sync.options.asksWhenEmptied && fetch.isEmpty)
        let held = hold?.waiting ?? []
        report.planned += gone.subtracting(held).compactMap { state.bases[$0]?.name }.sorted()
            .map { .remove(name: $0) }
        if !held.isEmpty { report.planned.append(.ask(.fromServer, count: held.count)) }
        guard case .differences(let look, _) = try look(), !report.restored,
            !sync.options.isReadOnly
        else { return }
        report.unsendable = look.unsendable.count
        let push = try pushPlan(look, blocked: fetch)
        report.planned += push.updates.compactMap { state.bases[$0]?.name }.map {
            .update(name: $0)
        }
        report.planned += push.creations.map { .create(name: $0) }
        report.planned += push.deletions.map { .delete($0) }
        if let hold = push.hold, !hold.isAllowed {
            report.planned.append(.ask(.fromReplica, count: hold.hrefs.count))
        }
    }
}
