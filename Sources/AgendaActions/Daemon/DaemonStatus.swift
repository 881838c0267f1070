package import AgendaJSON
import AgendaKit
import FoundationEssentials
package import Glibc
package import ICalendar

/// What a daemon does, as it tells it to other processes. Holds no secret.
package struct DaemonStatus: Hashable, Codable {
    /// An account.
    package struct Account: Hashable, Codable {
        package let name: String
        /// `waiting`, `running`, or `stopped` until its settings change.
        package let state: String
        /// When it is synchronised next; nil while it runs or is stopped.
        package let due: Instant?

        package init(name: String, state: String, due: Instant?) {
            (self.name, self.state, self.due) = (name, state, due)
        }
    }

    /// What is wrong with something.
    package struct Fault: Hashable, Codable {
        package let subject: String
        package let text: String

        package init(subject: String, text: String) { (self.subject, self.text) = (subject, text) }
    }

    package let process: Int32
    package let since: Instant
    package let sources: Int
    /// Whether it imports at the moment.
    package var isImporting = false
    /// Whether it fetches feeds at the moment.
    package var isFetching = false
    /// Whether commands can ask it if there is anything to import; nil by a version that could not be asked.
    package var answersReaders: Bool?
    /// When a feed is due next; nil without feeds.
    package var feedsDue: Instant?
    /// When the next reminder is shown; nil without one within a day.
    package var reminderDue: Instant?
    package var accounts: [Account] = []
    package var faults: [Fault] = []

    package init(process: Int32, since: Instant, sources: Int) {
        (self.process, self.since, self.sources) = (process, since, sources)
    }

    /// What the daemon of a database last said; nil where nobody did.
    package static func read(database: String) -> DaemonStatus? {
        guard let bytes = try? InputFile.read(path(database)) else { return nil }
        return try? JSONDecoder().decode(DaemonStatus.self, from: Data(bytes))
    }

    /// The file in which it is told.
    package static func path(_ database: String) -> String {
        FileSystem.resolved(database) + "-daemon.json"
    }
}

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
