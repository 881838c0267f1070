import AgendaKit

extension EventTarget {
    /// Says which other calendars have the event as it was before a change.
    ///
    /// - Parameter everywhere: whether the writable ones were to be changed, too.
    func sayCopies(left change: EventChange, everywhere: Bool) throws {
        let changed = Set(change.operations.map(\.calendar) + [change.calendar])
        let others = copies.filter { !changed.contains($0.name) }
        let writable = others.filter(\.isWritable).map(\.name).joined(separator: ", ")
        let fixed = others.filter { !$0.isWritable }.map(\.name).joined(separator: ", ")
        let isDeletion = change.kind == .delete
        if !writable.isEmpty, !everywhere {
            Terminal.complain(
                isDeletion
                    ? "\(writable): has the event, too, and keeps it: --everywhere deletes it there"
                    : "\(writable): has the event, too, as it was: --everywhere changes it there")
        }
        if !fixed.isEmpty {
            Terminal.complain(
                isDeletion
                    ? "\(fixed): has the event, too, and keeps it: this calendar is read-only"
                    : "\(fixed): has the event, too, as it was: this calendar is read-only")
        }
    }
}
