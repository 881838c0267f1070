/// Whose a stored event is, for messages about it: anybody can send mail in anybody's name (RFC 5546 6.1).
enum EventOwner {
    /// No calendar here has it.
    case nobody
    /// It has no organizer, or the reader organizes it.
    case reader
    /// Somebody else organizes it.
    case other(CalendarUser)

    /// - Parameter stored: its components; empty if no calendar has it.
    init(of stored: [ComponentEdit], _ me: CalendarAddresses) {
        guard !stored.isEmpty else {
            self = .nobody
            return
        }
        let organizer = stored.lazy.compactMap(\.lines.organizer).first
        self = organizer.map { me.includes($0) ? .reader : .other($0) } ?? .reader
    }

    /// Why a message may not change the event; nil if it may. Only its organizer updates, cancels or replaces it
    /// (RFC 5546 3.2.2, 3.2.4, 3.2.5), and the reader's own events change here, not by mail.
    ///
    /// - Parameter organizers: the `ORGANIZER`s that the message's components name.
    func fault(of organizers: [CalendarUser]) -> InvitationFault? {
        switch self {
        case .nobody: return nil
        case .reader: return .ownEvent
        case .other(let known):
            let isSame = !organizers.isEmpty && organizers.allSatisfy { $0.isSame(as: known) }
            return isSame ? nil : .otherOrganizer(known.mailAddress)
        }
    }

    /// As ``fault(of:)``, for a calendar that a person imports.
    ///
    /// - Parameters:
    ///   - method: its `METHOD`. Without one it is no message, but what some program has exported; so may be what is
    ///     published without an organizer.
    ///   - me: the reader's addresses.
    func fault(
        of organizers: [CalendarUser], imported method: String?, by me: CalendarAddresses
    ) -> InvitationFault? {
        guard let method else { return nil }
        let isExport = method == "PUBLISH"
        switch self {
        case .reader where isExport && organizers.allSatisfy(me.includes): return nil
        case .other where isExport && organizers.isEmpty: return nil
        default: return fault(of: organizers)
        }
    }
}

extension CalendarUser {
    /// Whether a message means a user who is known here. The message's `EMAIL` counts only beside an address that is none
    /// of mail (RFC 7986 6.2): anybody can write another one's there.
    func isSame(as known: CalendarUser) -> Bool {
        [address, mailAddress].contains { $0 == known.address || $0 == known.mail }
    }
}
