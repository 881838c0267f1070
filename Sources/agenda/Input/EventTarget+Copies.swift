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
                    ? "\(writable): also has the event and keeps it: --everywhere deletes it "
                        + "there, too"
                    : "\(writable): also has the event, unchanged: --everywhere changes it "
                        + "there, too")
        }
        if !fixed.isEmpty {
            Terminal.complain(
                isDeletion
                    ? "\(fixed): also has the event and keeps it: this calendar is read-only"
                    : "\(fixed): also has the event, unchanged: this calendar is read-only")
        }
    }
}
