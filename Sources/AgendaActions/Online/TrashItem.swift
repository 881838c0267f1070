package import AgendaJSON
package import AgendaSync
package import ICalendar

/// A text that a synchronisation replaced or removed.
package struct TrashItem: ListedObject {
    package let account: Account
    package let calendar: AccountCalendar
    package let text: TrashedText

    /// Of all accounts, the newest first.
    package static func all(_ online: OnlineAccess) throws -> [TrashItem] {
        try online.accountStore.accounts().flatMap { account in
            try online.accountStore.calendars(of: account.id).flatMap { calendar in
                try online.setup.replica(of: calendar).trash().map {
                    TrashItem(account: account, calendar: calendar, text: $0)
                }
            }
        }.sorted { ($0.text.time, $0.text.id) > ($1.text.time, $1.text.id) }
    }

    /// The event's title; nil if it has none, or if the text is no event.
    package var title: String? {
        ResourceTitle.first(of: text.text)?.summary
    }

    package static var listName: StaticString { "trash" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", Int(text.id))
        json.member("at", text.time)
        json.member("reason", text.reason.rawValue)
        json.member("account", account.name)
        json.member("calendar", calendar.name)
        json.member("name", text.name)
        json.member("summary", title)
        json.member("text", String(decoding: text.text, as: UTF8.self))
    }
}
