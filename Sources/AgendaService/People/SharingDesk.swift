internal import AgendaActions
package import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
package import ICalendar

/// What a user shares with others, and what others share with them: for the service and the command.
package struct SharingDesk: CalendarSharing {
    let table: UserTable
    /// Whose calendars are shared.
    package let user: ServedUser
    /// Who does it, for the audit.
    private let by: String
    private let clock: any AgendaClock

    /// - Parameter by: who does it; nil for the user.
    package init(
        _ table: UserTable, _ user: ServedUser, by: String? = nil,
        clock: any AgendaClock = SystemClock()
    ) {
        (self.table, self.user, self.clock) = (table, user, clock)
        self.by = by ?? user.name
    }

    /// The user of a store, by the table of users beside the folder in which it is; nil for a store of nobody of several.
    ///
    /// - Parameter database: its absolute path.
    package init?(database: String) {
        let parts = database.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, let id = Int64(parts[parts.count - 2]) else { return nil }
        let folder = parts.dropLast(2).joined(separator: "/")
        guard FileManager.default.fileExists(atPath: folder + "/people.db"),
            let table = try? UserTable(folder: folder), let user = try? table.user(id)
        else { return nil }
        self.init(table, user, by: "operator")
    }

    package func share(
        _ source: CalendarSource, with name: String, _ access: SharedAccess?
    ) throws {
        guard let place = table.place(of: source, of: user) else {
            throw SharingRefusal.notOwn(source.name)
        }
        guard let other = try table.user(named: name), other.state == .active || access == nil
        else { throw SharingRefusal.noUser(name) }
        guard other.id != user.id else { throw SharingRefusal.oneself }
        guard let access else {
            _ = try table.unshare(place, of: user, with: other, by: by, at: clock.now)
            return
        }
        let isKnown = try table.grants(of: user.id).contains {
            ($0.place, $0.other.id, $0.access) == (place, other.id, access)
        }
        guard !isKnown else { return }
        try table.share(place, of: user, with: other, access, by: by, at: clock.now)
    }

    package func given(_ sources: [CalendarSource]) throws -> [SharedCalendar] {
        let grants = try table.grants(of: user.id)
        return sources.flatMap { source in
            let place = table.place(of: source, of: user)
            return grants.filter { $0.place == place }.map {
                SharedCalendar(source: source, other: $0.other.name, access: $0.access)
            }
        }
    }

    package func taken(_ sources: [CalendarSource]) throws -> [SharedCalendar] {
        let grants = try table.grants(to: user.id)
        return sources.compactMap { source in
            grants.first { source.isShared && $0.location == source.location }.map {
                SharedCalendar(source: source, other: $0.other.name, access: $0.access)
            }
        }
    }

    package func leave(_ source: CalendarSource) throws {
        let grants = try table.grants(to: user.id)
        guard let grant = grants.first(where: { $0.location == source.location }) else { return }
        _ = try table.unshare(
            grant.place, of: grant.other, with: user, by: by, at: clock.now)
    }
}

extension UserTable {
    /// Where a source of a user is, as grants name it: below the user's folder, or where it is kept; nil for what cannot be shared.
    func place(of source: CalendarSource, of user: ServedUser) -> String? {
        guard source.kind == .folder, !source.isShared, let location = source.location else {
            return nil
        }
        if source.isKept { return location }
        let folder = absolute(folder(of: user)) + "/"
        return location.hasPrefix(folder) ? String(location.dropFirst(folder.count)) : nil
    }
}
