package import AgendaKit

extension ItemTarget {
    /// Which other calendars still have the event as it was before the change.
    ///
    /// - Parameter everywhere: whether the writable ones were changed, too.
    package func copies(left change: EventChange, everywhere: Bool) -> [Message] {
        var lines: [Message] = []
        let changed = Set(change.operations.map(\.calendar) + [change.calendar])
        let others = copies.filter { !changed.contains($0.name) }
        let writable = others.filter(\.isWritable).map(\.name).joined(separator: ", ")
        let fixed = others.filter { !$0.isWritable }.map(\.name).joined(separator: ", ")
        let isDeletion = change.kind == .delete
        if !writable.isEmpty, !everywhere {
            lines.append(
                isDeletion
                    ? "\(writable): also has the event and keeps it: --everywhere deletes it "
                        + "there, too"
                    : "\(writable): also has the event, unchanged: --everywhere changes it "
                        + "there, too")
        }
        if !fixed.isEmpty {
            lines.append(
                isDeletion
                    ? "\(fixed): also has the event and keeps it: this calendar is read-only"
                    : "\(fixed): also has the event, unchanged: this calendar is read-only")
        }
        return lines
    }
}
