package import AgendaJSON
package import Glibc
package import ICalendar

extension DaemonStatus {
    /// The daemon that runs for a database, and what it last said.
    package static func present(database: String) -> (process: pid_t?, status: DaemonStatus?) {
        let process = DaemonLock.holder(database: database)
        let status = process.flatMap { _ in read(database: database) }
        // What another daemon left, which was killed.
        return (process, status?.process == process ? status : nil)
    }

    /// The complete output of `agenda status --json`.
    package static func document(
        _ process: pid_t?, _ status: DaemonStatus?, zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone) { json in
            json.member("running", process != nil)
            json.member("process", process.map(Int.init))
            json.member("since", status?.since)
            json.member("importing", status?.isImporting ?? false)
            json.member("answersReaders", status?.answersReaders ?? false)
            json.member("fetching", status?.isFetching ?? false)
            json.member("feedsDue", status?.feedsDue)
            json.member("reminderDue", status?.reminderDue)
            json.lines("accounts", status?.accounts ?? []) { account, json in
                json.object { json in
                    json.member("name", account.name)
                    json.member("state", account.state)
                    json.member("due", account.due)
                }
            }
            json.lines("faults", status?.faults ?? []) { fault, json in
                json.object { json in
                    json.member("subject", fault.subject)
                    json.member("text", fault.text)
                }
            }
        }
    }
}
