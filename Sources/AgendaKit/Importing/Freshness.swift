/// What a ``StoreKeeper`` vouches for: that the store holds what the sources held at some moment after it was asked.
package struct Freshness: Hashable, Sendable {
    /// The store's revision at that moment, or an earlier one.
    package var revision: Int64
    /// The numbers of the sources for which it does not vouch: whoever wants to be sure looks at them himself.
    package var unsure: Set<Int64>

    package init(revision: Int64, unsure: Set<Int64>) {
        (self.revision, self.unsure) = (revision, unsure)
    }
}

extension Importer {
    /// Reads what changed in the registered sources, as ``refresh(rebuild:)`` does, but looks at none for which somebody
    /// vouches.
    ///
    /// - Parameter freshness: what was vouched for after this process began; nil if nobody did.
    package func refresh(trusting freshness: Freshness?) async throws(AgendaError) -> ImportReport {
        guard let freshness, store.unwritable == nil else { return try await refresh() }
        var report = ImportReport()
        report.revision = try store.revision()
        // A store that is older than what was vouched for is another one.
        guard report.revision >= freshness.revision else { return try await refresh() }
        if freshness.unsure.isEmpty {
            // The reader's own clock says which days it needs.
            _ = try context.importContext()
            report.revision = try store.revision()
        } else {
            report = try await refresh(only: freshness.unsure)
        }
        try backUpWhenBehind()
        return report
    }
}
