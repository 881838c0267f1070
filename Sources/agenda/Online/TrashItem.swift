import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ICalendar
import TerminalOutput

/// A text that a synchronisation replaced or removed.
struct TrashItem {
    let account: Account
    let calendar: AccountCalendar
    let text: TrashedText

    /// Of all accounts, the newest first.
    static func all(_ online: OnlineAccess) throws -> [TrashItem] {
        try online.accounts.accounts().flatMap { account in
            try online.accounts.calendars(of: account.id).flatMap { calendar in
                try online.setup.mirror(of: calendar).trash().map {
                    TrashItem(account: account, calendar: calendar, text: $0)
                }
            }
        }.sorted { ($0.text.time, $0.text.id) > ($1.text.time, $1.text.id) }
    }

    /// The event's title; nil if it has none, or if the text is no event.
    private var title: String? {
        ResourceTitle.first(of: text.text)?.summary
    }

    /// `12  2026-11-20 12:00  replaced  Review  [work/Home]`.
    func line(_ style: TextStyle, _ zone: TimeZoneRules) -> String {
        let time = style.words.text(zone.wallTime(at: text.time))
        let what = style.safe(title ?? text.name)
        let place = style.dimmed("[" + style.safe("\(account.name)/\(calendar.name)") + "]")
        return "\(text.id)  \(time)  \(style.text(reason))  \(what)  \(place)"
    }

    private var reason: Message {
        switch text.reason {
        case .replaced: "replaced"
        case .removed: "removed"
        case .rescued: "rescued"
        }
    }

    func writeMembers(to json: inout JSONWriter) {
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
