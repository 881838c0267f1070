package import AgendaSync
package import ICalendar

extension AccountStanding {
    /// What waits for a person, and what to write.
    package func waiting(_ online: OnlineAccess, _ zone: TimeZoneRules) throws -> [Message] {
        try calendars.flatMap { (calendar) -> [Message] in
            let name = "\(account.name)/\(calendar.calendar.name)"
            var lines: [Message] = calendar.conflicts.map { conflict in
                let properties = conflict.properties.joined(separator: ", ")
                let title = ResourceTitle.text(conflict.mine, name: conflict.name, zone: zone)
                return
                    "\(name): \(title): both sides changed \(properties): agenda sync resolve "
                    + "\(calendar.calendar.id).\(conflict.id) mine|theirs|both"
            }
            if calendar.held > 0 {
                lines.append(
                    "\(name): \(calendar.held) deletions are held: agenda sync --force-deletions, or "
                        + "--restore-deletions")
            }
            lines += try calendar.unfetched(name, online, zone)
            if calendar.notSent > 0 {
                lines.append("\(name): \(calendar.notSent) are not sent: agenda outbox says why")
            }
            return lines
                + (try calendar.notes.map {
                    "\(name): \($0.sentence(try online.title(of: $0.name, in: calendar.calendar, zone: zone)))"
                })
        }
    }

    /// Does not show again what a person has read.
    package func forgetNotes(_ online: OnlineAccess) throws {
        for calendar in calendars where !calendar.notes.isEmpty {
            try online.decisions(calendar.calendar).forget(calendar.notes)
        }
    }
}

extension AccountStanding.Calendar {
    /// How many resources a message names.
    private static let named = 3

    /// What could not be fetched, why, and when it is tried again.
    fileprivate func unfetched(
        _ name: String, _ online: OnlineAccess, _ zone: TimeZoneRules
    ) throws -> [Message] {
        var lines: [Message] = []
        for item in notFetched.prefix(Self.named) {
            guard case .fetching(let href) = item.subject else { continue }
            let title = try online.title(of: href.name, in: calendar, zone: zone)
            let time = TimeWords.current.text(zone.wallTime(at: item.retry))
            lines.append(
                "\(name): \(title): not fetched: \(item.reason.sentence): 'agenda sync' tries it again, "
                    + "the daemon at \(time)")
        }
        let rest = notFetched.count - Self.named
        if rest > 0 { lines.append("\(name): \(rest) more are not fetched") }
        return lines
    }
}

extension SyncNote {
    /// - Parameter title: what a person calls the resource.
    package func sentence(_ title: String) -> Message {
        switch kind {
        case .droppedByServer(let properties):
            let names = properties.joined(separator: ", ")
            return "\(title): the server does not keep \(names): this device does"
        case .deletionUndone:
            return "\(title): one side deleted what the other changed: the change stands"
        }
    }
}
