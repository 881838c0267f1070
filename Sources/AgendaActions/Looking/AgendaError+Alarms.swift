package import AgendaKit

extension AgendaError {
    /// Whether nothing can be written of an alarm because of what its calendar is and holds.
    package var isOfUnwritable: Bool {
        [.readOnly, .contactsOnlyRead, .earlierAlarms].contains(reason)
    }
}
