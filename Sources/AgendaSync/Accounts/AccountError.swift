/// Why an account or a calendar cannot be set up, changed or removed, as a value.
package struct AccountError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// Another account has the name.
        case nameTaken(String)
        /// There is no account of this name or identifier.
        case noAccount(String)
        /// The account has no such calendar.
        case noCalendar(String)
        /// Another calendar has its replica in the folder.
        case folderTaken(String)
        /// A calendar's folder has no absolute path, or is none.
        case noFolder(String)
        /// The calendar is registered already.
        case registered(String)
        /// The account's place for calendars is unknown, so that none can be made.
        case noHome(account: String)
        /// Something has not been sent, and would be lost: how many resources of which calendar.
        case unsent(calendar: String, count: Int)
        /// Another process is synchronising the calendar.
        case busy(calendar: String)
        /// A folder of the replica cannot be made, read or removed.
        case replica(ReplicaError)
        /// `sync.db` cannot be used.
        case database(RoomDatabaseError)
        /// The server refused, or did not answer.
        case server(DAVError)
    }

    /// What is wrong.
    package var reason: Reason

    /// An error.
    package init(_ reason: Reason) { self.reason = reason }

    /// One line of neutral English.
    package var description: String {
        switch reason {
        case .nameTaken(let name): "'\(name)': another account has this name; choose another one"
        case .noAccount(let name): "'\(name)': there is no such account"
        case .noCalendar(let name): "'\(name)': the account has no such calendar"
        case .folderTaken(let path): "\(path): another calendar has its files there"
        case .noFolder(let path): "\(path): no such folder"
        case .registered(let name): "'\(name)': the calendar is registered already"
        case .noHome(let account):
            "'\(account)': it is unknown where its server keeps calendars; set the account up again"
        case .unsent(let calendar, let count):
            "'\(calendar)': \(count) changes have not been sent and would be lost; synchronise first, or keep the files"
        case .busy(let calendar):
            "'\(calendar)': another process is synchronising it; repeat when that is done"
        case .replica(let error): "\(error)"
        case .database(let error): "\(error)"
        case .server(let error): "\(error)"
        }
    }
}
