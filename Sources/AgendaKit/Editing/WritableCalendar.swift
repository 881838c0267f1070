internal import ICalendar

/// A calendar whose events, to-dos and journal entries can be changed: read, then prepare, then commit, all of one value.
///
/// Between preparing and committing the change is noted in the journal, so that what was written is
/// never without its note (decision 0017).
protocol WritableCalendar: Sendable {
    /// The source whose events and to-dos these are.
    var source: CalendarSource { get }

    /// Reads the components of one event or to-do as they are now. Reading again through the same value
    /// returns the same.
    ///
    /// - Parameter href: the resource within the source; nil if unknown.
    nonisolated(nonsending) mutating func read(
        _ name: SeriesName, href: String?
    ) async throws(AgendaError) -> EventTexts

    /// Applies an operation in memory to what was read, and sets the operation's texts to what will be stored.
    nonisolated(nonsending) mutating func prepare(
        _ operation: inout EventOperation
    ) async throws(AgendaError)

    /// What its resources will hold once what was prepared is stored, so that whoever imports it knows whose it is.
    var outcome: [ExpectedText] { get }

    /// Stores everything that was prepared, or nothing.
    ///
    /// - Throws: `invalid` if another program has changed what was read.
    nonisolated(nonsending) func commit() async throws(AgendaError)
}

extension EventOperation {
    /// What it concerns: a note in the history has the `UID` alone, its texts say which.
    var name: SeriesName { SeriesName(of: after ?? before ?? [], uid: uid) }
}
