internal import AgendaActions
internal import ICalendar

extension [AccountStanding] {
    /// What is known of accounts in numbers, summed up: their names are often people's addresses. Name, meaning and value of
    /// each.
    var gauges: [(name: String, help: String, value: Int)] {
        let calendars = flatMap(\.calendars)
        let oldest = compactMap(\.lastSync).min().map {
            (
                "agenda_sync_oldest_timestamp_seconds",
                "When the account that was synchronised longest ago was.", $0.secondsSinceEpoch
            )
        }
        return [
            ("agenda_accounts", "Accounts on servers.", count),
            (
                "agenda_accounts_attention", "Accounts that wait for a person.",
                self.count { ["attention", "failed"].contains($0.status) }
            ),
            (
                "agenda_sync_to_send", "Changes that servers do not have yet.",
                calendars.reduce(0) { $0 + $1.toSend }
            ),
            (
                "agenda_sync_conflicts", "Conflicts that wait for a person.",
                calendars.reduce(0) { $0 + $1.conflicts.count }
            ),
            (
                "agenda_sync_held", "Deletions that are held.",
                calendars.reduce(0) { $0 + $1.held }
            ),
        ] + (oldest.map { [$0] } ?? [])
    }
}
