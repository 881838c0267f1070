package import AgendaJSON
package import AgendaSync
package import ICalendar

/// A resource that a server does not have as it is here.
package struct OutboxItem: ListedObject {
    package let account: Account
    package let calendar: AccountCalendar
    /// The file's name.
    package let name: String
    /// What a person calls it.
    package let title: String
    /// Why it was not sent; nil for one that the next synchronisation sends.
    package let reason: String?

    /// `3/lunch.ics`.
    package var id: String { "\(calendar.id)/\(name)" }

    package var sentence: Message {
        let place = "\(account.name)/\(calendar.name)"
        guard let reason else { return "\(id)  \(place): \(title): to be sent" }
        return "\(id)  \(place): \(title): \(reason)"
    }

    package static var listName: StaticString { "outbox" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("account", account.name)
        json.member("calendar", calendar.name)
        json.member("name", name)
        json.member("error", reason)
    }

    /// Of all accounts.
    package static func all(_ online: OnlineAccess, _ zone: TimeZoneRules) throws -> [OutboxItem] {
        try online.accountStore.accounts().flatMap { account in
            try online.accountStore.calendars(of: account.id).flatMap { calendar in
                let (state, unsent) = try online.setup.standing(of: calendar)
                let refused = Dictionary(
                    uniqueKeysWithValues: state.setApart.values.compactMap { item in
                        if case .sending(let name) = item.subject {
                            (name, item.reason.sentence)
                        } else {
                            nil
                        }
                    })
                let broken = unsent.unsendable.map {
                    ($0, "cannot be sent as it is: mend the file")
                }
                let waiting = unsent.waiting.map { ($0, refused[$0]) }
                return try (waiting + broken).map { (name, reason) in
                    OutboxItem(
                        account: account, calendar: calendar, name: name,
                        title: try online.title(of: name, in: calendar, zone: zone), reason: reason)
                }
            }
        }
    }
}

extension SetApart.Reason {
    /// One line of neutral English.
    package var sentence: String {
        switch self {
        case .answered(let status, let condition):
            "the server answered with status \(status)" + (condition.map { " (\($0))" } ?? "")
        case .notCalendar: "the server's text is no calendar"
        case .localBroken: "the file is broken, so that it cannot be merged"
        case .busy: "the file kept changing"
        case .notWritable(let cause): "it cannot be written: \(cause)"
        }
    }
}
