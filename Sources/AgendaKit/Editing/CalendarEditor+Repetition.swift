// What was done already, when a request comes again because its answer was lost.
extension CalendarEditor {
    /// The change that was made under this editor's identifier, perhaps by a process that ended before it could say so.
    /// Forgets one that was noted but never written.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: what reading the calendars throws.
    public func earlierChange() async throws(AgendaError) -> EventChange? {
        guard let identifier,
            let id = try store.read({ try OperationTable.fetchChange(of: identifier, $0) }),
            let change = try store.change(id)
        else { return nil }
        if try store.read({ try OperationTable.isReverted(id, $0) }) { return change }
        for operation in change.operations {
            let source = try store.source(named: operation.calendar)
            var calendar = calendar(source)
            let present = try await calendar.read(operation.name, href: operation.href)
            if !present.isEqual(to: operation.before) { return change }
        }
        try store.forget(change: id)
        return nil
    }

    /// The change with its operations named after this editor's identifier.
    func named(_ change: EventChange) -> EventChange {
        guard let identifier else { return change }
        var change = change
        var names: [String: String] = [:]
        for index in change.operations.indices {
            let name = index == 0 ? identifier : "\(identifier).\(index)"
            names[change.operations[index].identifier] = name
            change.operations[index].identifier = name
        }
        for index in change.operations.indices {
            change.operations[index].dependencies = change.operations[index].dependencies.map {
                names[$0] ?? $0
            }
        }
        return change
    }
}
