internal import AgendaKit
internal import FoundationEssentials
internal import ICalendar

/// What the accounts' document says in numbers, summed up: the names of accounts are often people's addresses.
struct SyncGauges: Decodable {
    private struct Account: Decodable {
        var status: String
        var lastSync: String?
        var toSend: Int
        var conflicts: Int
        var held: Int
    }

    private var accounts: [Account]

    /// - Parameter document: as `agenda account list --json` prints it; nil for anything else.
    init?(_ document: [UInt8]) {
        guard let gauges = try? JSONDecoder().decode(Self.self, from: Data(document)) else {
            return nil
        }
        self = gauges
    }

    /// Name, meaning and value of each.
    var all: [(name: String, help: String, value: Int)] {
        let times = accounts.compactMap { $0.lastSync.flatMap { Instant(rfc3339: $0) } }
        return [
            ("agenda_accounts", "Accounts on servers.", accounts.count),
            (
                "agenda_accounts_attention", "Accounts that wait for a person.",
                accounts.count { $0.status == "attention" || $0.status == "failed" }
            ),
            (
                "agenda_sync_to_send", "Changes that servers do not have yet.",
                accounts.reduce(0) { $0 + $1.toSend }
            ),
            (
                "agenda_sync_conflicts", "Conflicts that wait for a person.",
                accounts.reduce(0) { $0 + $1.conflicts }
            ),
            (
                "agenda_sync_held", "Deletions that are held.",
                accounts.reduce(0) { $0 + $1.held }
            ),
        ]
            + (times.min().map {
                [
                    (
                        "agenda_sync_oldest_timestamp_seconds",
                        "When the account that was synchronised longest ago was.",
                        $0.secondsSinceEpoch
                    )
                ]
            } ?? [])
    }
}
