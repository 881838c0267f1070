package import AgendaActions
package import AgendaJSON
import AgendaSync
package import ICalendar

/// The accounts, for people and as JSON.
package enum AccountList {
    /// A line for each account, and below it one for each of its calendars.
    package static func text(
        _ standings: [AccountStanding], zone: TimeZoneRules, style: TextStyle
    ) -> OutputBuffer {
        var output = OutputBuffer()
        for standing in standings {
            let account = standing.account
            output.append(safeLine: "\(account.name)  \(account.host)")
            for calendar in standing.calendars {
                var parts: [Message] = []
                if let time = calendar.lastRun?.synced {
                    let when = style.words.text(zone.wallTime(at: time))
                    parts.append(
                        calendar.needsPerson ? "last synchronised \(when)" : "in step \(when)")
                } else {
                    parts.append("not synchronised yet")
                }
                if calendar.calendar.isReadOnly { parts.append("read only") }
                if calendar.toSend > 0 { parts.append("\(calendar.toSend) to send") }
                if calendar.toFetch > 0 { parts.append("\(calendar.toFetch) to fetch") }
                if calendar.held > 0 { parts.append("\(calendar.held) deletions held") }
                if !calendar.conflicts.isEmpty {
                    parts.append(
                        calendar.conflicts.count == 1
                            ? "1 conflict" : "\(calendar.conflicts.count) conflicts")
                }
                if calendar.setApart > 0 { parts.append("\(calendar.setApart) set apart") }
                if let fault = calendar.lastRun?.fault { parts.append("\(fault)") }
                let name = style.calendar(
                    style.safe(calendar.calendar.name), calendar.calendar.color,
                    of: calendar.calendar.name)
                output.append("  \(name)  ")
                output.append(parts.map { style.text($0) }.joined(separator: ", ") + "\n")
            }
            if !standing.untaken.isEmpty {
                let names = standing.untaken.joined(separator: ", ")
                output.append(line: "  on the server alone: \(names)")
            }
        }
        return output
    }
}
