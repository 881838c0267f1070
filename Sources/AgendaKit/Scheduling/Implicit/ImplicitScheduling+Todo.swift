internal import ICalendar

// To-dos (RFC 5546 section 3.4): what an attendee does of one is their answer.
extension ImplicitScheduling {
    /// A component with the answer that its progress is (RFC 5545 section 3.2.12): most programs write `STATUS` alone.
    func answeringByProgress(_ part: ComponentEdit) -> ComponentEdit {
        guard let todo = part.event.todo, let base = old.flatMap({ base(of: part, in: $0) }),
            let before = base.event.todo, let status = part.status(of: me),
            status == base.part.status(of: me), todo.state != before.state
        else { return part }
        let answer =
            switch todo.state {
            case .completed: "COMPLETED"
            case .inProcess: "IN-PROCESS"
            case .needsAction: ["COMPLETED", "IN-PROCESS"].contains(status) ? "ACCEPTED" : status
            case .cancelled: status
            }
        return part.editing(at: stamp, noting: false) { lines in
            lines.change("ATTENDEE") { property in
                guard me.includes(property) else { return }
                property.setParameter("PARTSTAT", to: answer, inPlace: true)
                property.setParameter("RSVP", to: nil)
            }
        }
    }
}

extension ComponentEdit {
    /// Whether nothing is expected of an attendee any more: they have declined it, or it is a to-do that is done.
    func isFinished(for me: CalendarAddresses) -> Bool {
        guard let status = status(of: me), status != "DECLINED" else { return true }
        return event.todo.map { status == "COMPLETED" || $0.isClosed } ?? false
    }
}

extension ComponentDocument {
    /// Takes over how far somebody is with a to-do.
    mutating func takeProgress(of other: ComponentDocument) {
        for name in ["STATUS", "COMPLETED", "PERCENT-COMPLETE"] {
            replace(name, with: other.parts.filter { $0.name == name && !$0.isComponent })
        }
    }
}
